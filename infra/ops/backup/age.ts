/** Encryption of a backup in the format of age (https://age-encryption.org): whoever makes backups cannot read them. */
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { Problem } from '../../local/problem.ts'

/** A step of a stream's pipeline. */
type Step = (chunks: AsyncIterable<Buffer>) => AsyncGenerator<Buffer>

const asItIs: Step = async function* (chunks) {
  yield* chunks
}

/** @param recipient a public key of age; undefined: nothing is encrypted @throws Problem if it is none */
export function encryptFor(recipient: string | undefined): Step {
  if (recipient === undefined) return asItIs
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(recipient)
  } catch {
    throw new Problem(`${recipient} is no public key of age, as age-keygen prints it.`)
  }
  return (chunks) => through(chunks, (stream) => encrypter.encrypt(stream))
}

/**
 * @param identity a file with the secret key, as age-keygen writes it; undefined: nothing is encrypted
 * @throws Problem, while it runs, if the file has none, or another one than the backup was encrypted for
 */
export function decryptWith(identity: string | undefined): Step {
  if (identity === undefined) return asItIs
  return async function* (chunks) {
    const decrypter = new Decrypter()
    for (const key of await readKeys(identity)) decrypter.addIdentity(key)
    yield* through(chunks, (stream) =>
      decrypter.decrypt(stream).catch((error: Error) => {
        throw new Problem(`${identity} does not decrypt the backup: ${error.message}`)
      }),
    )
  }
}

async function readKeys(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new Problem(`The secret key of age cannot be read: ${error.message}`)
  })
  const keys = text.match(/^AGE-SECRET-KEY-\S+$/gm) ?? []
  if (keys.length === 0) throw new Problem(`${file} has no secret key of age, as age-keygen writes it.`)
  return keys
}

type Bytes = ReadableStream<Uint8Array>

async function* through(
  chunks: AsyncIterable<Buffer>,
  step: (stream: Bytes) => Promise<Bytes>,
): AsyncGenerator<Buffer> {
  const stream = await step(Readable.toWeb(Readable.from(chunks)) as Bytes)
  for await (const { buffer, byteOffset, byteLength } of stream as NodeReadableStream<Uint8Array>)
    yield Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)
}
