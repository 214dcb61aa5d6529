/** Runs the commands as an operator does: as a process, with the stack's addresses in its environment. */
import { type ChildProcess, spawn } from 'node:child_process'
import { inRepository, toolEnvironment } from '../../local/paths.ts'
import type { Ran } from '../testing.ts'

export type Running = { child: ChildProcess; ended: Promise<Ran> }

/** @param env the addresses of its stack */
export function startOps(env: Record<string, string>, ...args: string[]): Running {
  const child = spawn(process.execPath, [inRepository('infra/ops/main.ts'), ...args], {
    env: { ...toolEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ran = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    ran.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    ran.err += chunk
  })
  const ended = new Promise<Ran>((done) => child.once('close', (code) => done({ code, ...ran })))
  return { child, ended }
}
