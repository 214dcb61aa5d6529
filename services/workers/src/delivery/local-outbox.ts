import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Message, Sender } from './message.ts'
import { mailOf } from './smtp.ts'

/**
 * Where no provider is set: the text stays in the outbox's table, and in a file that a developer can open, readable by its
 * owner alone: `<directory>/<id>.eml` (RFC 5322) or `.txt`. Without a directory, in the table alone.
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
    keepsText: true,
    close() {},
    async send(message) {
      if (!directory) return
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const path = join(directory, `${message.id}.${message.channel === 'sms' ? 'txt' : 'eml'}`)
      // aside first: nobody opens half a mail
      await writeFile(`${path}.part`, await contentOf(message), { mode: 0o600 })
      await rename(`${path}.part`, path)
    },
  }
}
