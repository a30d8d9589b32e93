//! Why calls fail.

use crate::sys;
use std::ffi::{CStr, CString};
use std::fmt;

/// Why a call has failed, with the message of the library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// An argument is out of range.
    Invalid(String),
    /// A text, recording or device can't be used.
    Unusable {
        /// The line, from 1; 0 if the mistake has no position.
        line: i32,
        /// The column, from 1; 0 if only the line is known.
        column: i32,
        /// What is wrong.
        message: String,
    },
    /// The time is before the latest that the session knows, or nothing is running that could change.
    TooLate(String),
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Invalid(message) | Error::TooLate(message) => write!(out, "{message}"),
            Error::Unusable { line: 0, message, .. } => write!(out, "{message}"),
            Error::Unusable { line, column: 0, message } => write!(out, "{line}: {message}"),
            Error::Unusable { line, column, message } => write!(out, "{line}:{column}: {message}"),
        }
    }
}

impl std::error::Error for Error {}

/// The place for an error of C.
pub(crate) fn no_error() -> sys::pg_error {
    sys::pg_error { line: 0, column: 0, message: [0; 248] }
}

/// Returns the result of a call that has stored its error.
pub(crate) fn check(status: i32, error: &sys::pg_error) -> Result<(), Error> {
    if status == sys::PG_OK {
        return Ok(());
    }
    // SAFETY: the library ends each message with a zero.
    let message = unsafe { CStr::from_ptr(error.message.as_ptr()) }.to_string_lossy().into_owned();
    Err(match status {
        sys::PG_UNUSABLE => Error::Unusable { line: error.line, column: error.column, message },
        sys::PG_TOO_LATE => Error::TooLate(message),
        _ => Error::Invalid(message),
    })
}

/// Makes a call that stores its error, and returns its result.
pub(crate) fn call(body: impl FnOnce(*mut sys::pg_error) -> i32) -> Result<(), Error> {
    let mut error = no_error();
    let status = body(&mut error);
    check(status, &error)
}

/// Returns a text for C.
pub(crate) fn c_text(text: impl Into<Vec<u8>>) -> Result<CString, Error> {
    CString::new(text).map_err(|error| {
        let text = String::from_utf8_lossy(&error.into_vec()).into_owned();
        Error::Invalid(format!("{text:?} contains a null character"))
    })
}
