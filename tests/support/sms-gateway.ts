import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type ReceivedSms = { key: string; headers: IncomingHttpHeaders; body: string }

/** `hang` accepts the SMS and never answers, `die` accepts it and closes the connection; a number is the status of the answer. */
export type SmsAnswer = number | 'hang' | 'die'

export type SmsGateway = {
  url: string
  /** How workers send to it */
  request: { url: string; method: 'POST'; headers: Record<string, string>; body: Record<string, string> }
  /** Every call, in order */
  calls: ReceivedSms[]
  answer: SmsAnswer | ((call: ReceivedSms) => SmsAnswer)
  /** Headers of the answers */
  headers: Record<string, string>
  /** Number of connections so far */
  connections: number
  close(): Promise<void>
}

export async function startSmsGateway(): Promise<SmsGateway> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const call = { key: String(request.headers['idempotency-key'] ?? ''), headers: request.headers, body }
    gateway.calls.push(call)
    reply(response, typeof gateway.answer === 'function' ? gateway.answer(call) : gateway.answer)
  })
  server.on('connection', () => {
    gateway.connections += 1
  })

  function reply(response: ServerResponse, answer: SmsAnswer): void {
    if (answer === 'hang') return
    if (answer === 'die') return void response.destroy()
    response.writeHead(answer, { 'content-type': 'application/json', ...gateway.headers }).end('{"ok":true}')
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/send`
  const gateway: SmsGateway = {
    url,
    request: { url, method: 'POST', headers: {}, body: { to: '{{to}}', text: '{{text}}' } },
    calls: [],
    answer: 200,
    headers: {},
    connections: 0,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return gateway
}
