//! Finds the C libraries with pkg-config, or in the folder that PANTOGRAPH_LIB names.

use std::{env, process::Command};

fn main() {
    for variable in ["PANTOGRAPH_LIB", "PKG_CONFIG", "PKG_CONFIG_PATH", "PKG_CONFIG_LIBDIR"] {
        println!("cargo:rerun-if-env-changed={variable}");
    }
    // In the order in which a linker wants them.
    if env::var_os("CARGO_FEATURE_EVDEV").is_some() {
        println!("cargo:rustc-link-lib=dylib=pantograph-evdev");
    }
    println!("cargo:rustc-link-lib=dylib=pantograph");
    if let Some(folder) = env::var("PANTOGRAPH_LIB").ok().or_else(installed) {
        println!("cargo:rustc-link-search=native={folder}");
        // For this crate's own examples and tests; dependents have it from DEP_PANTOGRAPH_LIBDIR.
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
        println!("cargo:libdir={folder}");
    }
}

/// Returns the folder that pkg-config prints; none for one where linkers search anyway.
fn installed() -> Option<String> {
    let program = env::var("PKG_CONFIG").unwrap_or_else(|_| "pkg-config".into());
    let answer = Command::new(program).args(["--libs-only-L", "pantograph"]).output().ok()?;
    let text = String::from_utf8_lossy(&answer.stdout).into_owned();
    text.split_whitespace().find_map(|word| word.strip_prefix("-L").map(String::from))
}
