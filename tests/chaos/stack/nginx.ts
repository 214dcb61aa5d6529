import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { inRepository } from '@jaanch/infra/local/paths'
import { withParentDeathSignal } from '@jaanch/infra/local/process/child'
import { findFreePort } from '@jaanch/infra/local/process/ports'
import { ensureNginx } from '@jaanch/infra/local/test/programs'

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
  for (let attempt = 0; !(await answers(url)); attempt += 1) {
    if (child.exitCode !== null || attempt === 1_200)
      throw new Error(`nginx did not start:\n${readFileSync(join(directory, 'error.log'), 'utf8')}`)
    await setTimeout(50)
  }
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
