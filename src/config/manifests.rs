//! Reads the manifests of persisted documents.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::api::graphql::Manifests;

/// Reads all manifests: files, and the `.json` files of folders.
///
/// # Errors
/// The name of the file that can't be read or is not valid, and why.
pub fn manifests(paths: &[PathBuf]) -> Result<Manifests, String> {
    let mut manifests = Manifests::default();
    for path in paths {
        for file in files(path).map_err(|error| problem(path, error))? {
            let text = fs::read_to_string(&file).map_err(|error| problem(&file, error))?;
            manifests.add(&text).map_err(|error| problem(&file, error))?;
        }
    }
    Ok(manifests)
}

fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path)?.map(|entry| Ok(entry?.path()));
    let mut files = entries.collect::<io::Result<Vec<_>>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    // The order decides which of two problems is named.
    files.sort();
    Ok(files)
}

fn problem(path: &Path, problem: impl ToString) -> String {
    format!("GRAPHQL_TRUSTED_DOCUMENTS {}: {}", path.display(), problem.to_string())
}
