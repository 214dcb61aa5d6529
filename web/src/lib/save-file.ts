/** Hands a file to the browser, to be saved under a name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Not at once: some browsers begin to read a little later
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
