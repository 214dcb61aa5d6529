/** Files of a link: compact JWE (RFC 7516) with alg dir, enc A256GCM and the content type as cty, as SMART Health Links demand. */
import { CompactEncrypt, compactDecrypt } from 'jose'

/** Each call takes a new random IV of 96 bits. @param key 32 bytes */
export function encryptFile(content: unknown, contentType: string, key: Uint8Array): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', cty: contentType })
    .encrypt(key)
}

/** @returns the content as JSON. @throws if the key is another one, or the file was changed */
export async function decryptFile(jwe: string, key: Uint8Array): Promise<unknown> {
  const { plaintext } = await compactDecrypt(jwe, key, {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  })
  return JSON.parse(new TextDecoder().decode(plaintext))
}
