import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { onWishToStop } from './wish-to-stop.mjs'

/**
 * Runs the program in our place: our terminal, our signals, its exit code. We stay until it has ended, for
 * it stops its servers in order. Should we be killed with -9, it sees the IPC channel close and stops too.
 *
 * A Ctrl-C reaches the whole process group, so the program may get it from the terminal and from us (and
 * npm passes it on once more): it takes signals half a second apart for one.
 *
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<number>} its exit code; 128 + n when signal n ended it
 */
export function runToEnd(command, args) {
  const child = spawn(command, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  onWishToStop((signal) => child.kill(signal))
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      if (child.pid === undefined) resolve(1)
    })
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}
