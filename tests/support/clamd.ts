import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOnPath } from '@jaanch/infra/local/process/commands'

/** EICAR's test file, which every scanner reports; in two parts, so that no scanner reports this file. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

export type Clamd = { url: string; stop(): Promise<void> }

export const hasClamd = findOnPath('clamd') !== undefined

/** Starts ClamAV's daemon with one signature of its own, for EICAR's text: the official ones are 300 MB and come from elsewhere. */
export async function startClamd(): Promise<Clamd> {
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-clamd-'))
  const port = await freePort()
  await mkdir(join(directory, 'db'))
  const pattern = Buffer.from(eicar).toString('hex')
  await writeFile(join(directory, 'db', 'test.ndb'), `Eicar-Test:0:*:${pattern}\n`)
  const settings = {
    TCPAddr: '127.0.0.1',
    TCPSocket: port,
    DatabaseDirectory: join(directory, 'db'),
    TemporaryDirectory: directory,
    Foreground: 'yes',
    StreamMaxLength: '20M',
  }
  const config = join(directory, 'clamd.conf')
  await writeFile(
    config,
    Object.entries(settings)
      .map((setting) => setting.join(' '))
      .join('\n'),
  )
  const child = spawn(findOnPath('clamd') ?? 'clamd', ['--config-file', config], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await untilListening(child)
  return {
    url: `tcp://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** clamd says on stdout which socket it has bound. */
function untilListening(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk
      if (output.includes('Self checking') || output.includes('No stats for Database check')) resolve()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.on('exit', () => reject(new Error(`clamd ended:\n${output}`)))
  })
}
