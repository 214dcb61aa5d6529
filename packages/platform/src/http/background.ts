import type { FastifyReply } from 'fastify'
import type { Log } from '../logging.ts'

/** Tasks that no answer waits for. */
export type Background = {
  /** Runs the task when the answer was sent, or its client is gone. @param what for the log, if it fails */
  afterReply(reply: FastifyReply, what: string, task: () => Promise<unknown>): void
  /** For the end of the process */
  finished(): Promise<unknown>
}

export function createBackground(log: Log): Background {
  const running = new Set<Promise<void>>()

  function run(what: string, task: () => Promise<unknown>): void {
    const done = task()
      .catch((error) => log.error({ err: error }, `${what} failed`))
      .then(() => void running.delete(done))
    running.add(done)
  }

  return {
    afterReply({ raw }, what, task) {
      if (raw.destroyed) run(what, task)
      else raw.once('close', () => run(what, task))
    },
    finished: () => Promise.all(running),
  }
}
