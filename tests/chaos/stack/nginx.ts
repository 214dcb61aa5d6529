/** nginx with the files of infra/deploy/nginx in front of the APIs of a stack, and what it decides itself about requests. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRepository } from '@jaanch/infra/local/paths'
import { withParentDeathSignal } from '@jaanch/infra/local/process/child'
import { waitFor } from '@jaanch/infra/local/process/inspect'
import { findFreePort } from '@jaanch/infra/local/process/ports'
import { ensureNginx } from '@jaanch/infra/local/test/programs'
import { withClient } from '@jaanch/platform/postgres'
import { reportFileTexts } from '@jaanch/report/rules'
import { createClient, refusal } from '@jaanch/tests/support/client'
import { customerPassword } from '@jaanch/tests/support/participants'
import type { Crew } from '../actors/crew.ts'

/**
 * Starts nginx with the files of infra/deploy/nginx in front of APIs on this machine, as operators include them.
 * @param directory of its files, which must not exist
 */
export async function startNginx(directory: string, apiPorts: readonly number[]) {
  const program = await ensureNginx(console.error)
  const port = await findFreePort()
  mkdirSync(directory)
  writeFileSync(join(directory, 'nginx.conf'), configuration(directory, port, apiPorts))
  const server = withParentDeathSignal({
    command: program,
    args: ['-p', directory, '-c', 'nginx.conf', '-e', join(directory, 'error.log')],
    parentDeathSignal: 'SIGTERM',
  })
  const child = spawn(server.command, server.args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  const isOver = async () => child.exitCode !== null || (await answers(url))
  if (!(await waitFor(isOver, { withinMs: 60_000 })) || child.exitCode !== null)
    throw new Error(`nginx did not start:\n${readFileSync(join(directory, 'error.log'), 'utf8')}`)
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function configuration(directory: string, port: number, apiPorts: readonly number[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    pid ${directory}/nginx.pid;
    worker_processes 2;
    events { worker_connections 4096; }
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${directory}/${name};`).join(' ')}
      upstream jaanch_api {
        zone jaanch_api 64k;
        ${apiPorts.map((api) => `server 127.0.0.1:${api} max_fails=1 fail_timeout=2s;`).join('\n')}
        keepalive 32;
      }
      include ${inRepository('infra', 'deploy', 'nginx', 'jaanch.conf')};
      server {
        listen 127.0.0.1:${port};
        include ${inRepository('infra', 'deploy', 'nginx', 'locations.conf')};
      }
    }`
}

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/health`).catch(() => undefined)
  await answer?.body?.cancel()
  return answer !== undefined
}

const json = { 'content-type': 'application/json' }
const noBooking = '/api/bookings/00000000-0000-4000-8000-000000000000/report'

/** @returns one sentence for each answer or record that is wrong */
export async function findNginxProblems(
  { url, directory, postgres }: { url: string; directory: string; postgres: { url: string } },
  crew: Crew,
): Promise<string[]> {
  const problems: string[] = []
  const expect = (what: string, isSo: boolean) => !isSo && problems.push(what)
  const [{ email }] = crew.customers as [Crew['customers'][number]]
  const [{ owner }] = crew.labs as [Crew['labs'][number]]

  await createClient(url).raw('/api/auth/login', {
    method: 'POST',
    headers: { ...json, 'x-forwarded-for': '203.0.113.7, 198.51.100.9' },
    body: JSON.stringify({ email, password: customerPassword }),
  })
  const networks = await withClient(postgres.url, async (db) => {
    const { rows } = await db.query(
      'select distinct network from sessions join users on users.id = user_id where email = $1',
      [email],
    )
    return rows.map(({ network }) => network)
  })
  expect(`a caller forged its address: ${networks}`, networks.join() === '127.0.0.1')

  const upload = (bytes: number) =>
    createClient(url, owner.token).raw(noBooking, {
      method: 'POST',
      headers: json,
      body: `{"fileUrl":"data:application/pdf;base64,${'A'.repeat(bytes - 50)}"}`,
    })
  // the API has read it: there is no such booking, or no such PDF
  const largest = await upload(14_000_000)
  expect(`the largest upload is answered with ${largest.status}`, [404, 422].includes(largest.status))
  const texts = { 15000000: reportFileTexts.tooLarge, 17000000: refusal('too-large').body.error }
  for (const [bytes, text] of Object.entries(texts)) {
    const { status, body } = await upload(Number(bytes))
    expect(`${bytes} bytes are answered with ${status} ${body.error}`, status === 413 && body.error === text)
  }

  const alone = await startNginx(join(directory, 'nginx-alone'), [await findFreePort()])
  try {
    const { status, body, headers } = await createClient(alone.url).raw('/api/packages')
    const unavailable = refusal('unavailable')
    expect(
      `without an API nginx answers ${status} ${body?.code}`,
      status === 503 && body.code === unavailable.body.code && headers.get('retry-after') === '1',
    )
    const page = await fetch(`${alone.url}/tests`)
    const text = await page.text()
    expect(
      `without an API a page is answered with ${page.status} ${text}`,
      page.status === 503 && text === unavailable.body.error,
    )
  } finally {
    await alone.stop()
  }
  return problems
}
