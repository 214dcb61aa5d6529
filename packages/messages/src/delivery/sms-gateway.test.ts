import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { smsGateway } from '@jaanch/platform/sms-gateway'
import { expect, it } from 'vitest'
import { createSmsGateway } from './senders.ts'

it('a gateway that redirects gets no message at the other address [V13.2.4 V15.3.2]', async () => {
  const paths: (string | undefined)[] = []
  const server = createServer(({ url }, response) => {
    paths.push(url)
    response.writeHead(307, { location: '/elsewhere' }).end()
  }).listen(0, '127.0.0.1')
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
