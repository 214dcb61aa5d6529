/** Starts a download of the file under this name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Later, because some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
