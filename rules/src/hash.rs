//! Hash of a position: one 64-bit number for many, the same on every machine and in every build.

/// Folds numbers into one. Sets of numbers that differ at all give, for all that matters, different ones; whoever relies
/// on that for more than thought compares what was folded.
///
/// # Examples
/// ```
/// use cydonia_rules::fold;
///
/// assert_ne!(fold([1, 2]), fold([2, 1]));
/// assert_ne!(fold([0]), fold([0, 0]));
/// ```
#[must_use]
#[inline]
pub fn fold(numbers: impl IntoIterator<Item = u64>) -> u64 {
    let folded = numbers.into_iter().fold(0x9e37_79b9_7f4a_7c15, |hash: u64, number| {
        // Multiply and fold, as in wyhash: the product's halves carry every bit of both to every place.
        let product = u128::from(hash ^ number) * 0xa076_1d64_78bd_642f_u128;
        (product as u64 ^ (product >> 64) as u64).wrapping_add(0x8ebc_6af0_9c88_c6e3)
    });
    folded ^ folded >> 29
}
