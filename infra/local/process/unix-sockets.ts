/** The shortest limit of the systems that we run on (macOS: 104 bytes with the end) */
const longestPath = 103

/** Whether a Unix socket can have this path; one that is longer cannot be bound. */
export function fitsSocket(path: string): boolean {
  return Buffer.byteLength(path) <= longestPath
}
