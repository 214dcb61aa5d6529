/** Where messages end in a drill: a mail server and an SMS gateway that take everything and remember it. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** One delivery. The same message delivered twice has the same id twice. */
export type Delivery = { channel: 'email' | 'sms'; to: string; id: string; text: string }

export type Sinks = {
  smtpUrl: string
  smsUrl: string
  deliveries: Delivery[]
  close(): Promise<void>
}

export async function openSinks(): Promise<Sinks> {
  const deliveries: Delivery[] = []
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let raw = ''
      // a sender that was killed in the middle: nothing was taken
      stream.on('error', () => {})
      stream.on('data', (chunk: Buffer) => {
        raw += chunk.toString('latin1')
      })
      stream.on('end', () => {
        const id = /^message-id:\s*(\S+)/im.exec(raw)?.[1] ?? ''
        for (const { address } of session.envelope.rcptTo) {
          deliveries.push({ channel: 'email', to: address, id, text: readable(raw) })
        }
        done()
      })
    },
  })
  mail.on('error', () => {})
  const sms = createServer(async (request, response) => {
    const text = await bodyOf(request)
    const to = /\+91\d{10}/.exec(text)?.[0] ?? ''
    deliveries.push({ channel: 'sms', to, id: String(request.headers['idempotency-key'] ?? ''), text })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  const [smtpPort, smsPort] = await Promise.all([listen(mail.server), listen(sms)])
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    smsUrl: `http://127.0.0.1:${smsPort}/`,
    deliveries,
    async close() {
      sms.closeAllConnections()
      sms.close()
      await new Promise<void>((resolve) => mail.close(() => resolve()))
    },
  }
}

/** Subject and text of a mail with its soft line breaks undone (quoted-printable, RFC 2045). */
function readable(raw: string): string {
  return raw
    .replaceAll(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
    .split(/content-type: text\/html/i)[0] as string
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}
