//! Integration tests of pictures.

mod maps;
