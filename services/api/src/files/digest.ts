/** @returns sha-256 in hex; worked out beside the event loop, which a large file would keep for milliseconds */
export async function digestOf(bytes: Buffer<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}
