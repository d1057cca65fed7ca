//! A priority queue on a d-ary heap.

/// A priority queue that gives back the least element first: a heap in which
/// every element has `D` children, in one flat vector.
///
/// Four children (the default) make the heap half as deep as two do and keep
/// siblings in one cache line; pushing gets cheaper, popping stays equal.
/// Elements are ordered totally by [`Ord`]; wrap floats in
/// [`Total`](crate::Total). `D` must be at least 2, which is checked when the
/// queue is compiled.
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

    /// Whether there is no element.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The least element.
    #[must_use]
    pub fn peek(&self) -> Option<&T> {
        self.elements.first()
    }

    /// Forgets all elements and keeps the memory.
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

    /// Removes the least element.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        let last = self.elements.len().checked_sub(1)?;
        self.elements.swap(0, last);
        let least = self.elements.pop();
        self.sift_down();
        least
    }

    /// All elements, least first.
    #[must_use]
    pub fn into_sorted_vec(self) -> Vec<T> {
        let mut elements = self.elements;
        elements.sort();
        elements
    }

    /// Brings the least element to the front, when all but the front one stand
    /// where they belong.
    ///
    /// Goes down to a leaf along the least children, and from there up again to
    /// where the element belongs, which is mostly near: it was a leaf before. So
    /// nearly no comparison decides where to jump.
    fn sift_down(&mut self) {
        let elements = self.elements.as_mut_slice();
        let mut index = 0;
        loop {
            let first = index * Self::ARITY + 1;
            let Some(children) = elements.get(first..first + Self::ARITY) else { break };
            let least = first + least_of(children);
            elements.swap(index, least);
            index = least;
        }
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

/// Which element is the least, the first one among equals.
#[inline(always)]
fn least_of<T: Ord>(elements: &[T]) -> usize {
    let mut least = 0;
    for (index, element) in elements.iter().enumerate().skip(1) {
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
