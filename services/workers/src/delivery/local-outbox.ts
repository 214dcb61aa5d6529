import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Message, Sender } from './message.ts'
import { mailOf } from './smtp.ts'

/**
 * The sender of a channel without a provider: the text remains in the table `outbox`. With a directory, a developer can also
 * open it as `<directory>/<id>.eml` (RFC 5322) or `.txt`, which only the owner of the file can read.
 */
export function createLocalOutbox({
  directory,
  from,
}: {
  directory: string | undefined
  from: string
}): Sender {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  async function contentOf(message: Message): Promise<Buffer | string> {
    if (message.channel === 'sms') return `To: ${message.to}\n\n${message.text}\n`
    const { message: bytes } = await composer.sendMail(mailOf(message, from))
    return bytes as Buffer
  }

  return {
    storesText: true,
    close() {},
    async send(message) {
      if (!directory) return
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const path = join(directory, `${message.id}.${message.channel === 'sms' ? 'txt' : 'eml'}`)
      // renamed when it is complete: nobody opens half a mail
      await writeFile(`${path}.part`, await contentOf(message), { mode: 0o600 })
      await rename(`${path}.part`, path)
    },
  }
}
