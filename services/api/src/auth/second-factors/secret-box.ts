import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts what lies in the database. A sealed value opens for its owner only: copied to another row, it is worthless. */
export type SecretBox = {
  seal(plain: Uint8Array, owner: string): Buffer
  /** @returns undefined if it was sealed with another key or for another owner */
  open(sealed: Uint8Array, owner: string): Buffer | undefined
}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/**
 * @param secret of the installation: a key is derived from it
 * @param purpose each has its own key
 */
export function createSecretBox(secret: string, purpose: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return {
    seal(plain, owner) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(owner))
      const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
    },
    open(sealed, owner) {
      try {
        const tag = sealed.subarray(ivBytes, ivBytes + tagBytes)
        const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, ivBytes), {
          authTagLength: tagBytes,
        })
        decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
        return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}
