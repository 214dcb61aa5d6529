/** Faults of single processes: killed, frozen, with a clock that is wrong. */
import type { ProcessTitle } from '../schedule.ts'
import type { ServiceProcess } from '../stack/service-process.ts'
import type { FaultHandler } from './fault-handler.ts'

export const kill: FaultHandler = {
  inject({ processes }, { target }) {
    processes.get(target as ProcessTitle)?.signal('SIGKILL')
  },
}

/** Only what we have frozen is continued: by then another process could have the pid. */
const frozen = new Map<string, number>()

export const freeze: FaultHandler = {
  inject({ processes }, { target }) {
    const pid = processes.get(target as ProcessTitle)?.signal('SIGSTOP')
    if (pid !== undefined) frozen.set(target, pid)
  },
  heal(_stack, { target }) {
    const pid = frozen.get(target)
    frozen.delete(target)
    if (pid !== undefined) proceed(pid)
  },
}

/** Another fault may have ended the process while it was frozen. */
function proceed(pid: number): void {
  try {
    process.kill(pid, 'SIGCONT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export const clock: FaultHandler = {
  inject: ({ processes }, { target, amount }) => restart(processes.get(target as ProcessTitle), amount),
  heal: ({ processes }, { target }) => restart(processes.get(target as ProcessTitle), 0),
}

function restart(process: ServiceProcess | undefined, aheadMs: number): void {
  process?.restartWithClock(aheadMs)
}
