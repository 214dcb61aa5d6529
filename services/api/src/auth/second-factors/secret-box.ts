import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Secrets } from '../secrets.ts'

/** Encrypts what lies in the database. A sealed value opens for its owner only: copied to another row, it is worthless. */
export type SecretBox = {
  seal(plain: Uint8Array, owner: string): Buffer
  /** @returns undefined if it was sealed with a key that is not accepted, or for another owner */
  open(sealed: Uint8Array, owner: string): Buffer | undefined
  /** @returns the same, sealed with the current key; undefined if it is already, or does not open */
  renew(sealed: Uint8Array, owner: string): Buffer | undefined
  /** Whether keys beside the current one are accepted */
  hasOtherKeys: boolean
}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/**
 * @param secrets of the installation: a key is derived from each
 * @param purpose each has its own keys
 */
export function createSecretBox([current, ...others]: Secrets, purpose: string): SecretBox {
  const keyFrom = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const [key, otherKeys] = [keyFrom(current), others.map(keyFrom)]

  function seal(plain: Uint8Array, owner: string): Buffer {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(owner))
    const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
  }

  function openWith(keys: readonly Buffer[], sealed: Uint8Array, owner: string): Buffer | undefined {
    const [iv, tag] = [sealed.subarray(0, ivBytes), sealed.subarray(ivBytes, ivBytes + tagBytes)]
    for (const each of keys) {
      try {
        const decipher = createDecipheriv(algorithm, each, iv, { authTagLength: tagBytes })
        decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
        return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()])
      } catch {
        // sealed with another key, or for somebody else
      }
    }
    return undefined
  }

  return {
    hasOtherKeys: otherKeys.length > 0,
    seal,
    open: (sealed, owner) => openWith([key, ...otherKeys], sealed, owner),
    renew(sealed, owner) {
      const plain = openWith([key], sealed, owner) ? undefined : openWith(otherKeys, sealed, owner)
      return plain && seal(plain, owner)
    },
  }
}
