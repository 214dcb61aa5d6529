import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const outbox = join(process.env.E2E_DATA_DIR ?? '', 'outbox')

/** @returns what a pattern captures in a message to this address or number, read from the outbox folder */
export function findInMessage(to: string, pattern: RegExp): string | undefined {
  if (!existsSync(outbox)) return undefined
  for (const file of readdirSync(outbox, { recursive: true }) as string[]) {
    // incomplete files end in .part
    if (!/\.(eml|txt)$/.test(file)) continue
    // quoted-printable (RFC 2045): soft line breaks and the equals sign
    const raw = readFileSync(join(outbox, file), 'utf8')
    const message = raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
    const found = message.includes(`To: ${to}`) && pattern.exec(message)?.[1]
    if (found) return found
  }
  return undefined
}
