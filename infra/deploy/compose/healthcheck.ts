/**
 * `node infra/deploy/compose/healthcheck.ts [ready|live]`: asks the process in the same container how it is, whatever its role, and exits
 * with 0 or 1. Asked whether it is ready, it also ends a process that hangs. It finds the address in the environment. It runs every few
 * seconds, so it imports nothing but Node's own modules.
 */
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endIfHung, findMain } from './end-hung.ts'
import { probeAddress } from './probe-address.ts'

const waitMs = 4_000
/** A process that only waits for a processor must not be taken for one that hangs */
const lifeWaitMs = 10_000

const question = process.argv[2] ?? 'ready'
if (question !== 'ready' && question !== 'live') fail(`Write ready or live, not ${question}.`)
const [answer, life] = await Promise.all([
  ask(probeAddress(question, process.env), waitMs),
  question === 'ready' ? ask(probeAddress('live', process.env), lifeWaitMs) : undefined,
])
const main = life && findMain()
if (main && endIfHung(main, life.isOk, join(tmpdir(), 'jaanch-life.json')))
  fail(`It did not answer for too long and was ended. ${life.text}`)
if (!answer.isOk) fail(answer.text)
console.log(answer.text)

type Answer = { isOk: boolean; text: string }

function ask(address: string, timeout: number): Promise<Answer> {
  return new Promise((resolve) => {
    const request = get(address, { timeout, agent: false }, (response) => {
      response.setEncoding('utf8')
      let body = ''
      response.on('data', (text: string) => {
        body += text
      })
      response.on('end', () => {
        const isOk = response.statusCode === 200
        const said = body.trim()
        resolve({ isOk, text: isOk ? said : `${address} answers ${response.statusCode}: ${said}` })
      })
    })
    request.on('timeout', () => request.destroy(new Error(`no answer for ${timeout / 1_000} s`)))
    request.on('error', (error) =>
      resolve({ isOk: false, text: `${address}: ${error.message || error.name}` }),
    )
  })
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
