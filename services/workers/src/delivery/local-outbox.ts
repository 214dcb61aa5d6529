import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Message } from '@jaanch/domain/notifications/message'
import { createTransport } from 'nodemailer'
import type { Sender } from './message.ts'
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
      const path = join(directory, `${message.id}.${message.channel === 'sms' ? 'txt' : 'eml'}`)
      // renamed when it is complete: nobody opens half a mail
      const content = await contentOf(message)
      // synchronous: only developers have these files, and the calls are cheaper than handing them to other threads
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      writeFileSync(`${path}.part`, content, { mode: 0o600 })
      renameSync(`${path}.part`, path)
    },
  }
}
