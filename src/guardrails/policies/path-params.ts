/**
 * Where tools keep their paths: the names of the parameters, and what of a value is a path.
 */

/** How tools usually call a path. */
export const PATH_PARAMS: readonly string[] = [
  'path',
  'paths',
  'file',
  'files',
  'file_path',
  'filePath',
  'file_paths',
  'filePaths',
  'filename',
  'notebook_path',
  'search_path',
  'directory_path',
  'full_path',
  'pathname',
  'document_uri',
  'save_as',
  'save_to',
  'temp_file',
  'storage_path',
  'script_path',
  'archive_path',
  'db_path',
  'database_path',
  'upload_path',
  'download_path',
  'root_dir',
  'dir',
  'directory',
  'folder',
  'cwd',
  'workdir',
  'working_directory',
  'source',
  'destination',
  'old_path',
  'new_path',
  'absolute_path',
  'relative_path',
  'dir_path',
  'target_file',
  'target_directory',
  'target_path',
  'source_path',
  'destination_path',
  'input_path',
  'output_path',
  'root_path',
  'base_path',
  'src',
  'dst',
  'dest',
  'src_path',
  'dst_path',
  'dest_path',
  'local_path',
  'save_path',
  'log_path',
  'config_path',
  'image_path',
  'project_path',
  'repo_path',
  'workspace_path',
  'file_name',
  'old_file',
  'new_file',
  'input_file',
  'output_file',
  'config_file',
  'log_file',
  'source_file',
  'destination_file',
  'input_dir',
  'output_dir',
  'root_dir',
  'work_dir',
  'project_root',
  'output_folder',
  'target_folder',
  'uri',
  'uris',
  'file_uri',
];

/** The path in a value; null for an address under a name such as `uri` that leads to no file. */
export function pathOf(value: string, at: string): string | null {
  if (!/uris?(?:\.\d+)?$/i.test(at)) return value;
  const url = URL.parse(value.trim());
  if (url === null) return value;
  // Another machine's file, or one that is written in a way that readers decode differently, stays what it is: refused.
  if (url.protocol === 'file:') {
    const isPlain = url.host === '' && !/[%\\]/.test(value);
    return isPlain ? decodeURIComponent(url.pathname) : value;
  }
  return null;
}
