//! A priority queue on a d-ary heap.

/// A priority queue that returns the least element first: a min-heap in which
/// every element has `D` children, in one flat vector.
///
/// With four children (the default), the heap is half as deep as a binary one
/// and siblings share a cache line: pushing is cheaper, popping costs the same.
/// Elements are ordered by [`Ord`]; wrap floats in
/// [`OrderedCost`](crate::OrderedCost). `D` must be at least 2, which is checked
/// at compile time.
///
/// [`push`](Self::push) and [`pop`](Self::pop) take O(log n).
///
/// ```
/// use tautline_search::HeapQueue;
///
/// let mut queue: HeapQueue<u32> = [5, 1, 4].into_iter().collect();
/// queue.push(3);
/// assert_eq!(queue.peek(), Some(&1));
/// assert_eq!(queue.into_sorted_vec(), [1, 3, 4, 5]);
/// ```
#[derive(Clone, Debug)]
pub struct HeapQueue<T, const D: usize = 4> {
    elements: Vec<T>,
}

impl<T, const D: usize> HeapQueue<T, D> {
    const ARITY: usize = {
        assert!(D >= 2, "a heap needs at least two children per element");
        D
    };

    /// An empty queue.
    #[must_use]
    pub const fn new() -> Self {
        let _ = Self::ARITY;
        Self { elements: Vec::new() }
    }

    /// The number of elements.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.elements.len()
    }

    /// Returns true if there is no element.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// Returns the least element, or `None` if the queue is empty.
    #[must_use]
    pub fn peek(&self) -> Option<&T> {
        self.elements.first()
    }

    /// Removes all elements and keeps the memory.
    pub fn clear(&mut self) {
        self.elements.clear();
    }
}

impl<T: Ord, const D: usize> HeapQueue<T, D> {
    /// Adds an element.
    #[inline]
    pub fn push(&mut self, element: T) {
        self.elements.push(element);
        self.sift_up(self.elements.len() - 1);
    }

    /// Removes and returns the least element; `None` if the queue is empty.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        let last = self.elements.len().checked_sub(1)?;
        self.elements.swap(0, last);
        let least = self.elements.pop();
        self.sift_down();
        least
    }

    /// Returns all elements in ascending order.
    #[must_use]
    pub fn into_sorted_vec(self) -> Vec<T> {
        let mut elements = self.elements;
        elements.sort();
        elements
    }

    /// Restores the heap after its first element was replaced by a former leaf.
    ///
    /// Moves the element down to a leaf, along the least child at each level, and
    /// then up to its position (Wegener's bottom-up heapsort). Because it was a leaf
    /// before, it rarely has to move up far. On the way down, only children are compared
    /// with one another, which needs no unpredictable branch.
    fn sift_down(&mut self) {
        let elements = self.elements.as_mut_slice();
        let mut index = 0;
        loop {
            let first = index * Self::ARITY + 1;
            // Full groups only: a slice of constant length is compared without a loop.
            let Some(children) = elements.get(first..first + Self::ARITY) else { break };
            let least = first + least_of(children);
            elements.swap(index, least);
            index = least;
        }
        // At most one group of a heap is incomplete: the last one.
        let first = (index * Self::ARITY + 1).min(elements.len());
        if first < elements.len() {
            let least = first + least_of(&elements[first..]);
            elements.swap(index, least);
            index = least;
        }
        self.sift_up(index);
    }

    fn sift_up(&mut self, mut index: usize) {
        while index > 0 {
            let parent = (index - 1) / Self::ARITY;
            if self.elements[parent] <= self.elements[index] {
                break;
            }
            self.elements.swap(parent, index);
            index = parent;
        }
    }
}

/// The index of the least element; of the first one among equals.
#[inline(always)]
fn least_of<T: Ord>(elements: &[T]) -> usize {
    let mut least = 0;
    for (index, element) in elements.iter().enumerate().skip(1) {
        // Compiles to a conditional move; the outcome is unpredictable.
        least = if *element < elements[least] { index } else { least };
    }
    least
}

impl<T, const D: usize> Default for HeapQueue<T, D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Ord, const D: usize> Extend<T> for HeapQueue<T, D> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        elements.into_iter().for_each(|element| self.push(element));
    }
}

impl<T: Ord, const D: usize> FromIterator<T> for HeapQueue<T, D> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut queue = Self::new();
        queue.extend(elements);
        queue
    }
}
