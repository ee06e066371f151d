//! See `cydonia_tests::fuzz::referee`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| cydonia_tests::fuzz::referee(bytes));
