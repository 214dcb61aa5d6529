import { once } from 'node:events'
import http from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { smsGateway } from '@jaanch/platform/sms-gateway'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Message, Sender } from '../message.ts'
import { createSmsGateway, createSmtp } from './senders.ts'

let server: Server
let sender: Sender
const sockets = new Set<Socket>()

afterEach(() => {
  sender.close()
  for (const socket of sockets) socket.destroy()
  server.close()
})

type Command = 'STARTTLS' | 'MAIL' | 'RCPT' | 'DATA' | '.'
type Answers = Partial<Record<Command, string | ((socket: Socket) => void)>>

/** Starts a server with these answers by command, 250 to all others. @returns the commands that it received */
async function serve(
  greet: (socket: Socket) => void,
  answers: Answers = {},
  { connections = 2, timeoutMs = 120_000, host = '127.0.0.1', parameters = '' } = {},
): Promise<string[]> {
  const received: string[] = []
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    greet(socket)
    let isData = false
    createInterface(socket).on('line', (line) => {
      if (isData && line !== '.') return
      const command = (isData ? '.' : line.split(/[ :]/)[0]) as Command
      received.push(command)
      isData = command === 'DATA' && !answers.DATA
      const answer = answers[command] ?? (isData ? '354 go on' : '250 ok')
      if (typeof answer === 'function') answer(socket)
      else socket.write(`${answer}\r\n`)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  sender = createSmtp({
    url: `smtp://${host}:${port}${parameters}`,
    from: 'Jaanch <no-reply@jaanch.example>',
    connections,
    timeoutMs,
  })
  return received
}

const welcome = (socket: Socket) => void socket.write('220 here\r\n')

function mail(id: string): Message {
  return {
    id,
    channel: 'email',
    to: 'asha@example.org',
    subject: 'A subject',
    text: 'Dear reader',
    html: null,
    calendar: null,
  }
}

describe('an error of the mail server', () => {
  it.each([
    ['RCPT', '550 5.1.1 no such user', 'RCPT TO'],
    ['DATA', '554 5.6.0 not like this', 'DATA'],
    ['.', '552 5.3.4 too long', 'DATA'],
  ] as const)('is permanent when it answers %s with %s', async (command, answer, at) => {
    await serve(welcome, { [command]: answer })
    await expect(sender.send(mail('a'))).rejects.toMatchObject({
      isPermanent: true,
      message: `The mail server answered ${answer.slice(0, 3)} to ${at}`,
    })
  })

  it.each([
    ['550 5.1.1 no such user', true],
    ['550-5.1.10 no such recipient', true],
    ['550 5.7.1 your address is blocked', false],
    ['550 5.1.0 sender denied', false],
    ['550 no', false],
    ['554 5.7.606 banned, see 5.1.1', false],
  ])(
    'says of the recipient that the mailbox does not exist only with a code for it: %s',
    async (answer, isBounce) => {
      await serve(welcome, { RCPT: answer.startsWith('550-') ? `${answer}\r\n550 5.1.10 here` : answer })
      await expect(sender.send(mail('a'))).rejects.toMatchObject({ isPermanent: true, isBounce })
    },
  )

  it('is temporary when it is the greeting', async () => {
    await serve((socket) => void socket.write('554 5.7.1 too many connections from you\r\n'))
    await expect(sender.send(mail('a'))).rejects.toMatchObject({
      isPermanent: false,
      message: 'The mail server answered 554 to CONN',
    })
  })

  it('is temporary when it is about our own address', async () => {
    await serve(welcome, { MAIL: '550 5.7.1 not from you' })
    await expect(sender.send(mail('a'))).rejects.toMatchObject({
      isPermanent: false,
      message: 'The mail server answered 550 to MAIL FROM',
    })
  })
})

/** Leads to this machine, and is none of the addresses that say so */
const elsewhere = '0.0.0.0'

describe('a mail server that is not on this machine and offers no encryption', () => {
  it('is sent nothing about a mail [V12.3.1]', async () => {
    const received = await serve(welcome, { STARTTLS: '502 not here' }, { host: elsewhere })
    await expect(sender.send(mail('a'))).rejects.toMatchObject({
      isPermanent: false,
      message: expect.stringMatching(/STARTTLS/),
    })
    expect(received).toEqual(['EHLO', 'STARTTLS'])
  })

  it('is used if the URL says so', async () => {
    const received = await serve(welcome, {}, { host: elsewhere, parameters: '?requireTLS=false' })
    await sender.send(mail('a'))
    expect(received).toContain('DATA')
  })
})

it('a mail server on this machine needs no encryption', async () => {
  const received = await serve(welcome)
  await sender.send(mail('a'))
  expect(received).not.toContain('STARTTLS')
})

describe('a mail that timed out', () => {
  it('is not sent later, when the slow server continues', async () => {
    let isBusy = true
    const received = await serve(
      welcome,
      {
        '.': (socket) => {
          if (!isBusy) return void socket.write('250 ok\r\n')
          // never silent, so no socket timeout fires
          const interval = setInterval(() => socket.write('250-one moment\r\n'), 20)
          socket.on('close', () => clearInterval(interval))
        },
      },
      { connections: 1, timeoutMs: 100_000 },
    )
    const time = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal)
    onTestFinished(() => timeout.mockRestore())
    const trying = Promise.allSettled([sender.send(mail('a')), sender.send(mail('b'))])
    await expect.poll(() => received).toContain('.')
    expect(timeout.mock.calls).toEqual([[300_000], [300_000]])
    time.abort(new DOMException('The time is over', 'TimeoutError'))
    timeout.mockRestore()
    const tried = await trying
    expect(tried).toMatchObject([{ reason: { isPermanent: false } }, { reason: { isPermanent: false } }])
    await expect.poll(() => sockets.size).toBe(0)
    isBusy = false
    const before = received.length
    await sender.send(mail('c'))
    expect(received.slice(before).filter((command) => command === '.')).toHaveLength(1)
  })
})

it('a gateway that redirects gets no message at the other address [V13.2.4 V15.3.2]', async () => {
  const paths: (string | undefined)[] = []
  const server = http
    .createServer(({ url }, response) => {
      paths.push(url)
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const gateway = createSmsGateway(smsGateway.parse(`http://127.0.0.1:${port}/send`))

  const sms = {
    id: 'message-1',
    channel: 'sms',
    to: '+919812345678',
    subject: '',
    text: 'text',
    html: null,
    calendar: null,
  } as const
  await expect(gateway.send(sms)).rejects.toThrow('The SMS gateway answered 307')
  expect(paths).toEqual(['/send'])
  server.close()
})
