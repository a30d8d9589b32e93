//! Finds the C library with pkg-config, or in the folder that PANTOGRAPH_LIB names.

use std::{env, process::Command};

fn main() {
    println!("cargo:rerun-if-env-changed=PANTOGRAPH_LIB");
    println!("cargo:rustc-link-lib=dylib=pantograph");
    if let Ok(folder) = env::var("PANTOGRAPH_LIB") {
        println!("cargo:rustc-link-search=native={folder}");
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
        return;
    }
    let answer = Command::new("pkg-config").args(["--libs-only-L", "pantograph"]).output();
    if let Ok(answer) = answer {
        for word in String::from_utf8_lossy(&answer.stdout).split_whitespace() {
            if let Some(folder) = word.strip_prefix("-L") {
                println!("cargo:rustc-link-search=native={folder}");
            }
        }
    }
}
