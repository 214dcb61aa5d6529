import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

type ReceivedMail = { messageId: string; to: string; subject: string; raw: string }

/**
 * The server's answer to a mail:
 *
 *  take    accepts it
 *  refuse  rejects the recipient permanently (550), with the address in the text, as servers do
 *  bounce  the same, because there is no such mailbox
 *  busy    rejects it temporarily (451)
 *  hang    reads the data and never answers
 *  late    accepts it and answers only on `answerNow`
 *  die     accepts it and closes the connection before the answer
 */
type Mood = 'take' | 'refuse' | 'bounce' | 'busy' | 'hang' | 'late' | 'die'

export type MailServer = {
  url: string
  /** Every accepted mail, also those without an answer */
  taken: ReceivedMail[]
  /** Its answer to the next mails; may depend on the recipient */
  mood: Mood | ((to: string) => Mood)
  /** Number of mails that clients tried to send */
  asked: number
  /** Sends the late answers */
  answerNow(): void
  close(): Promise<void>
}

type Connection = { session: { id: string }; _socket: { destroy(): void } }

/** @param host the address that it listens at: another one than this machine's own reaches containers */
export async function startMailServer({ host = '127.0.0.1' } = {}): Promise<MailServer> {
  const late: (() => void)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 100,
    onRcptTo({ address }, _session, done) {
      mailServer.asked += 1
      const mood = moodFor(address)
      if (mood === 'refuse') return done(failure(550, `5.7.1 <${address}>: not from you`))
      if (mood === 'bounce') return done(failure(550, `5.1.1 <${address}>: no such user here`))
      if (mood === 'busy') return done(failure(451, `4.3.2 <${address}>: try again later`))
      done()
    },
    async onData(stream, session, done) {
      const mail = await textOf(stream)
      // the client disconnected before the end
      if (mail === undefined) return
      const to = session.envelope.rcptTo[0]?.address ?? ''
      const mood = moodFor(to)
      if (mood === 'hang') return
      mailServer.taken.push(received(to, mail))
      if (mood === 'late') return void late.push(done)
      if (mood === 'die') return hangUp(session.id)
      done()
    },
  })
  server.on('error', () => {})

  function moodFor(to: string): Mood {
    return typeof mailServer.mood === 'function' ? mailServer.mood(to) : mailServer.mood
  }

  function hangUp(id: string): void {
    const { connections } = server as unknown as { connections: Set<Connection> }
    for (const connection of connections) if (connection.session.id === id) connection._socket.destroy()
  }

  server.listen(0, host)
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const mailServer: MailServer = {
    url: `smtp://${host}:${port}`,
    taken: [],
    mood: 'take',
    asked: 0,
    answerNow() {
      for (const done of late.splice(0)) done()
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return mailServer
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string | undefined> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of stream) chunks.push(chunk)
    return Buffer.concat(chunks).toString()
  } catch {
    return undefined
  }
}

function failure(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}

function received(to: string, raw: string): ReceivedMail {
  const header = (name: string) =>
    new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(raw)?.[1]?.replaceAll(/\r\n[ \t]/g, ' ') ?? ''
  return { messageId: header('Message-ID').replaceAll(/[<>]/g, ''), to, subject: header('Subject'), raw }
}
