import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@jaanch/infra/local/process/ports'
import { ensureAlertmanager, ensureAmtool, ensurePrometheus } from '@jaanch/infra/local/test/programs'
import { sendTestAlert } from '@jaanch/infra/ops/commands/alert-test'
import { startMailServer } from '@jaanch/tests/support/mail-server'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { filesOf, monitoring } from './promtool.ts'

let programs: { alertmanager: string; amtool: string; prometheus: string }
const directory = mkdtempSync(join(tmpdir(), 'jaanch-alerts-'))
const file = (name: string, content: string) => {
  const path = join(directory, name)
  writeFileSync(path, content)
  return path
}

/** Runs alertmanager.sh with these variables and no others. */
function render(variables: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync('sh', [join(monitoring, 'alertmanager.sh')], {
    env: { PATH: process.env.PATH, ...variables },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const everything = {
  ALERTS_TO: 'ops@example.org, priya@example.org',
  SMTP_URL:
    "smtp://ops%40example.org:it's%3A%25secret@mail.example.org?from=Jaanch%20<no-reply%40example.org>&x=1",
  ALERTS_WEBHOOK: 'https://pager.example.org/jaanch',
  WATCHDOG_URL: 'https://watchdog.example.org/jaanch',
}

// the download takes seconds
beforeAll(async () => {
  programs = {
    alertmanager: await ensureAlertmanager(console.log),
    amtool: await ensureAmtool(console.log),
    prometheus: await ensurePrometheus(console.log),
  }
})
afterAll(() => rmSync(directory, { recursive: true }))

describe('the configuration of Alertmanager', () => {
  it('has the mail server of the workers, with what its address encodes', () => {
    const { stdout } = render(everything)
    expect(parse(stdout).global).toEqual({
      smtp_smarthost: 'mail.example.org:587',
      smtp_from: 'Jaanch <no-reply@example.org>',
      smtp_require_tls: true,
      smtp_auth_username: 'ops@example.org',
      smtp_auth_password: "it's:%secret",
    })
    const { ALERTS_TO, ...others } = everything
    const globalOf = (SMTP_URL: string) => parse(render({ ...others, ALERTS_TO, SMTP_URL }).stdout).global
    expect(globalOf('smtps://mail.example.org')).toMatchObject({
      smtp_smarthost: 'mail.example.org:465',
      smtp_from: 'ops@example.org',
    })
    expect(globalOf('smtp://127.0.0.1:25')).toMatchObject({ smtp_require_tls: false })
    expect(globalOf('smtp://relay:25/?requireTLS=false')).toMatchObject({
      smtp_smarthost: 'relay:25',
      smtp_require_tls: false,
    })
  })

  it('is refused without somebody who gets the alerts, or a way to them', () => {
    expect(render({ SMTP_URL: 'smtp://localhost' })).toMatchObject({ status: 1, stdout: '' })
    const { status, stderr } = render({ ALERTS_TO: 'ops@example.org' })
    expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('SMTP_URL') })
  })

  it('sends pages by mail and webhook, tickets by mail, and the watchdog to its own address', () => {
    const config = file('alertmanager.yml', render(everything).stdout)
    const receiverOf = (...labels: string[]) =>
      spawnSync(programs.amtool, ['config', 'routes', 'test', `--config.file=${config}`, ...labels], {
        encoding: 'utf8',
      }).stdout.trim()
    expect(receiverOf('alertname=JaanchApiDown', 'severity=page')).toBe('pages')
    expect(receiverOf('alertname=JaanchNoBookings', 'severity=ticket')).toBe('tickets')
    expect(receiverOf('alertname=Watchdog', 'severity=none')).toBe('watchdog')
    const receivers: Record<string, unknown>[] = parse(readFileSync(config, 'utf8')).receivers
    expect(receivers.map(({ name, ...by }) => [name, Object.keys(by)])).toEqual([
      ['tickets', ['email_configs']],
      ['pages', ['email_configs', 'webhook_configs']],
      ['watchdog', ['webhook_configs']],
    ])
  })

  it('silences what follows from another alert, and both exist', () => {
    type Rule = { source_matchers: string[]; target_matchers: string[] }
    const { inhibit_rules }: { inhibit_rules: Rule[] } = parse(render(everything).stdout)
    const rules = filesOf('rules/*.yml').map((path) => readFileSync(join(monitoring, path), 'utf8'))
    const alerts = new Set(
      rules.flatMap((text) => [...text.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)),
    )
    const named = inhibit_rules
      .flatMap(({ source_matchers, target_matchers }) => [...source_matchers, ...target_matchers])
      .flatMap((matcher) => {
        const [, start = '', middle = '', end = ''] =
          /^alertname=~?"(\w+)(?:\((.+)\))?(\w*)"$/.exec(matcher) ?? []
        return middle.split('|').map((part) => start + part + end)
      })
      .filter((name) => name !== '')
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => !alerts.has(name))).toEqual([])
  })
})

it('an alert of our rules reaches a mailbox, with a summary and a link that can be opened, and the watchdog its address', async () => {
  const mails = await startMailServer()
  const called: string[] = []
  // a process of ours, and the watchdog's address
  const http = createServer((request, response) => {
    called.push(`${request.method} ${request.url}`)
    response.end('jaanch_verify_different_rows 3\n')
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  const here = `127.0.0.1:${address && typeof address === 'object' ? address.port : ''}`
  const alertmanagerAt = `127.0.0.1:${await findFreePort()}`
  const children: ChildProcess[] = []
  onTestFinished(async () => {
    for (const child of children) {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
    await mails.close()
    http.closeAllConnections()
    http.close()
  })
  const start = (program: string, ...args: string[]) =>
    children.push(spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: directory }))

  const rendered = render({
    ALERTS_TO: 'ops@example.org',
    SMTP_URL: mails.url,
    WATCHDOG_URL: `http://${here}/watchdog`,
  }).stdout
  start(
    programs.alertmanager,
    '--log.level=error',
    `--config.file=${file('mailed.yml', rendered.replace('group_wait: 30s', 'group_wait: 1s'))}`,
    `--storage.path=${join(directory, 'alertmanager')}`,
    `--web.listen-address=${alertmanagerAt}`,
    '--cluster.listen-address=',
  )
  const config = parse(readFileSync(join(monitoring, 'prometheus.yml'), 'utf8'))
  const [alertmanagers] = config.alerting.alertmanagers
  alertmanagers.static_configs[0].targets = [alertmanagerAt]
  start(
    programs.prometheus,
    '--log.level=error',
    // the first alerts are older than the Alertmanager
    '--rules.alert.resend-delay=1s',
    // JSON is YAML
    `--config.file=${file(
      'prometheus.json',
      JSON.stringify({
        ...config,
        global: { ...config.global, scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
        rule_files: config.rule_files.map((path: string) => join(monitoring, path)),
        scrape_configs: [{ job_name: 'jaanch-api', static_configs: [{ targets: [here] }] }],
      }),
    )}`,
    `--storage.tsdb.path=${join(directory, 'prometheus')}`,
    `--web.listen-address=127.0.0.1:${await findFreePort()}`,
  )

  // both start, scrape and evaluate first
  await expect.poll(() => mails.taken.map(({ to }) => to)).toContain('ops@example.org')
  const [mail] = mails.taken
  expect(mail?.subject).toBe('[FIRING, ticket] Rows of the read tables differ from the log')
  // quoted-printable breaks long lines
  const text = mail?.raw.replaceAll('=\r\n', '')
  expect(text).toContain('The last verify found 3 different rows.')
  expect(text).toContain('https://git.example.org/jaanch/blob/main/docs/runbook/JaanchVerifyDifferent.md')
  await expect.poll(() => called).toContain('POST /watchdog')

  const { receivers } = await sendTestAlert(`http://${alertmanagerAt}`, 'page', new Date())
  expect(receivers).toEqual(['pages'])
  await expect
    .poll(() => mails.taken.map(({ subject }) => subject))
    .toContain('[FIRING, page] This is a test')
})
