import { useTestDatabase } from '@jaanch/tests/support/database'
import { startProxy } from '@jaanch/tests/support/proxy'
import { expect, it } from 'vitest'
import { createLog } from './logging.ts'
import { createListener } from './postgres.ts'

const database = useTestDatabase()

it('a listener whose server is gone without closing the connection hears the notifications of the next one', async () => {
  const proxy = await startProxy(database.url)
  const log = createLog('test', 'silent')
  const listener = createListener({ url: proxy.url, name: 'test listen', channels: ['log'], log })
  const heard: string[] = []
  listener.on('log', (payload) => heard.push(payload))
  try {
    // the empty payload of a connection
    await expect.poll(() => heard).toEqual([''])
    proxy.strand()
    await expect.poll(() => heard).toEqual(['', ''])
    await database.asOwner("select pg_notify('log', '7')")
    await expect.poll(() => heard.at(-1)).toBe('7')
  } finally {
    await listener.close()
    await proxy.close()
  }
})
