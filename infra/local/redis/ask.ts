import { connect } from 'node:net'

/** Where a Redis of ours listens on 127.0.0.1, and its password (without blanks). */
export type RedisAddress = { port: number; password: string }

/**
 * Sends one command to a Redis, without a client library.
 *
 * @returns its answer as it came ('+PONG', '-LOADING …'), '' when it closed the connection instead (as at
 *   SHUTDOWN), undefined when nobody answers within a second or the password is not its own
 */
export function ask({ port, password }: RedisAddress, command: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answers = ''
    const socket = connect(port, '127.0.0.1')
    const finish = (answer: string | undefined) => {
      resolve(answer)
      socket.destroy()
    }
    socket.setTimeout(1000, () => finish(undefined))
    socket.on('connect', () => socket.write(`AUTH ${password}\r\n${command}\r\n`))
    socket.on('error', () => finish(undefined))
    socket.on('data', (chunk) => {
      answers += chunk
      const [authenticated, answer, rest] = answers.split('\r\n')
      if (!authenticated?.startsWith('+') && answer !== undefined) finish(undefined)
      else if (rest !== undefined) finish(answer)
    })
    socket.on('close', () => finish(answers.startsWith('+') ? '' : undefined))
  })
}
