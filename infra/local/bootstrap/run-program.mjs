import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the checkout. (`import.meta.dirname` needs Node 20.11.) */
export const repository = resolve(fileURLToPath(import.meta.url), '../../../..')

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
const PARENT_CHECK_MS = 500
const parent = process.ppid

/**
 * Calls back at each Ctrl-C, SIGTERM or SIGHUP, and once with SIGTERM when npm has ended: a `kill` may reach only npm,
 * which can die without forwarding it. (Without npm, a parent that ends may be the shell of a user who logged out.)
 *
 * @param {(signal: NodeJS.Signals) => void} callback
 * @returns {() => void} stops listening
 */
export function onShutdown(callback) {
  let isRequested = false
  const request = (/** @type {NodeJS.Signals} */ signal) => {
    isRequested = true
    callback(signal)
  }
  const check = setInterval(() => {
    if (!isRequested && process.env.npm_lifecycle_event && process.ppid !== parent) request('SIGTERM')
  }, PARENT_CHECK_MS)
  for (const signal of SIGNALS) process.on(signal, request)
  return () => {
    clearInterval(check)
    for (const signal of SIGNALS) process.off(signal, request)
  }
}

/**
 * Runs a program with our terminal and our signals, and waits until it has ended, because it stops its servers in
 * order. If we are killed with -9, it sees the IPC channel close and stops too.
 *
 * A Ctrl-C reaches the whole process group, so the program may get it from the terminal and from us, and once more
 * from npm: it counts signals within half a second as one.
 *
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<number>} its exit code; 128 + n if signal n ended it
 */
export function runProgram(command, args) {
  const child = spawn(command, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  onShutdown((signal) => child.kill(signal))
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      if (child.pid === undefined) resolve(1)
    })
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']))
  })
}
