/** Processes of the server that are killed or hang, requests that none of them answers, and how somebody hears of it. */
import { setTimeout } from 'node:timers/promises'
import { startMailServer } from '@jaanch/tests/support/mail-server'
import { expect, it } from 'vitest'
import { createCustomer, followBooking, type Market } from './journey.ts'
import { startLoad, summaryOf } from './load.ts'

type Running = {
  url: string
  market: Market
  /** Runs a line in the server. @throws Error if it fails */
  shell(line: string): Promise<string>
  report: Record<string, unknown>
  /** Of IPv4; the same with 1 at its end is this machine, as the server sees it */
  address: string
  /** Types the block of docs/server.md with that tag. */
  follow(tag: string): Promise<unknown>
}

/** @param get the server, once the tests run */
export function declareFaults(get: () => Running): void {
  const pidOf = async (unit: string) => (await get().shell(`systemctl show -P MainPID ${unit}`)).trim()
  const isActive = (unit: string) =>
    get()
      .shell(`systemctl is-active ${unit}`)
      .catch(() => '')
  async function untilStartedAgain(unit: string, before: string, timeout: number): Promise<void> {
    await expect.poll(async () => !['0', before].includes(await pidOf(unit)), { timeout }).toBe(true)
    await expect.poll(() => isActive(unit), { timeout: 60_000 }).toBe('active\n')
  }

  it.each([
    'jaanch-api@3001',
    'jaanch-workers@1',
    'jaanch-projector@1',
    'jaanch-projector@2',
    'redis-server',
    'postgresql@18-main',
    'nginx',
  ])('starts %s again after kill -9', async (unit) => {
    const { url, market, shell, report } = get()
    const customers = [market.customer, await createCustomer(url)]
    const stop = startLoad(url, customers, market.packageId)
    const before = await pidOf(unit)
    await shell(`kill -9 ${before}`)
    await untilStartedAgain(unit, before, 60_000)
    await setTimeout(3_000)
    const outcome = await stop()
    report[`kill ${unit}`] = summaryOf(outcome)
    expect(outcome.failures).toEqual([])
    await followBooking(url, market)
  })

  it('ends and starts processes that hang', async () => {
    const { url, market, shell, report } = get()
    const customers = [market.customer, await createCustomer(url)]
    const stop = startLoad(url, customers, market.packageId)
    const hanging = ['jaanch-api@3001', 'jaanch-workers@1', 'jaanch-projector@1']
    const seconds = await Promise.all(
      hanging.map(async (unit) => {
        const before = await pidOf(unit)
        await shell(`kill -STOP ${before}`)
        const startedAt = performance.now()
        await untilStartedAgain(unit, before, 120_000)
        return [unit, Math.round((performance.now() - startedAt) / 1_000)] as const
      }),
    )
    const outcome = await stop()
    report.secondsUntilStartedAfterHanging = Object.fromEntries(seconds)
    report['processes that hang'] = summaryOf(outcome)
    await followBooking(url, market)
  })

  it('logs the requests that no process answered, without queries and addresses', async () => {
    const { url, market, shell } = get()
    const file = '/var/log/jaanch-nginx/refused.log'
    const lines = async () =>
      (await shell(`cat ${file}`))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    const large = await fetch(`${url}/api/bookings?token=secret`, {
      method: 'POST',
      body: Buffer.alloc(17_000_000),
    })
    expect(large.status).toBe(413)
    await shell(`logrotate -f /etc/logrotate.d/jaanch && ls ${file}.1.gz`)
    await shell('systemctl stop jaanch-api@3001 jaanch-api@3002')
    const away = await fetch(`${url}/api/packages?q=secret`)
    await shell('systemctl start jaanch-api@3001 jaanch-api@3002')
    expect(away.status).toBe(503)
    await expect
      .poll(() => fetch(`${url}/api/ready`).then(({ status }) => status), { timeout: 60_000 })
      .toBe(200)
    const network = expect.stringMatching(/^\d+\.\d+\.\d+\.0\/24$/)
    const request = (response: Response) => response.headers.get('x-request-id')
    expect(await lines()).toContainEqual(
      expect.objectContaining({
        method: 'GET',
        path: '/api/packages',
        status: 503,
        request: request(away),
        network,
      }),
    )
    const earlier = (await shell(`zcat ${file}.1.gz`))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(earlier).toContainEqual(
      expect.objectContaining({
        method: 'POST',
        path: '/api/bookings',
        status: 413,
        request: request(large),
        network,
      }),
    )
    expect(await shell(`zcat -f ${file}*`)).not.toContain('secret')
    // what was answered is in the log of the API
    const before = (await lines()).length
    await followBooking(url, market)
    expect((await lines()).length).toBe(before)
  })

  it('mails alerts, by what monitoring.sh installs', async () => {
    const { address, shell, report, follow } = get()
    const mail = await startMailServer({ host: address.replace(/\d+$/, '1') })
    const setting = `SMTP_URL='${mail.url}?requireTLS=false'`
    try {
      await shell(`echo "${setting}" >> /etc/jaanch/jaanch.env`)
      const startedAt = performance.now()
      await follow('alerts')
      await expect
        .poll(() => mail.taken.map(({ subject }) => subject), { timeout: 120_000, interval: 500 })
        .toContainEqual(expect.stringMatching(/FIRING, page/))
      report.secondsToMonitoringAndMail = Math.round((performance.now() - startedAt) / 1_000)
      const down =
        "curl -s http://127.0.0.1:9090/api/v1/query --data-urlencode 'query=up == 0' | grep -o '\"job\":[^}]*' || true"
      await expect.poll(() => shell(down), { timeout: 60_000, interval: 1_000 }).toBe('')
      const asked = await shell(
        "curl -s http://127.0.0.1:9090/api/v1/query --data-urlencode 'query=count(up)'",
      )
      expect(asked).toContain('"11"')
    } finally {
      await shell("sed -i '/^SMTP_URL=/d' /etc/jaanch/jaanch.env")
      await mail.close()
    }
  })
}
