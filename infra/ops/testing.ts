/** Runs the commands as an operator does: as a process, with the stack's addresses in its environment. */
import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { toolEnvironment } from '../local/paths.ts'

export type Ran = { code: number | null; out: string; err: string }
export type Running = { child: ChildProcess; ended: Promise<Ran> }

const program = resolve(import.meta.dirname, 'main.ts')

export function startOps(env: Record<string, string>, ...args: string[]): Running {
  const child = spawn(process.execPath, [program, ...args], {
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

export function runOps(env: Record<string, string>, ...args: string[]): Promise<Ran> {
  return startOps(env, ...args).ended
}
