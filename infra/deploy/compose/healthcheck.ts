/**
 * `node infra/deploy/compose/healthcheck.ts [ready|live]`: asks the process in the same container how it is, whatever its role, and exits
 * with 0 or 1. It finds the address in the environment. It runs every few seconds, so it imports nothing but Node's own modules.
 */
import { type ClientRequest, get } from 'node:http'
import { probeAddress } from './probe-address.ts'

const waitMs = 4_000

const question = process.argv[2] ?? 'ready'
if (question !== 'ready' && question !== 'live') fail(`Write ready or live, not ${question}.`)
const address = probeAddress(question, process.env)

const request: ClientRequest = get(address, { timeout: waitMs }, (response) => {
  response.setEncoding('utf8')
  let body = ''
  response.on('data', (text: string) => {
    body += text
  })
  response.on('end', () => {
    if (response.statusCode !== 200) fail(`${address} answers ${response.statusCode}: ${body.trim()}`)
    console.log(body.trim())
  })
})
request.on('timeout', () => request.destroy(new Error(`no answer for ${waitMs / 1_000} s`)))
request.on('error', (error) => fail(`${address}: ${error.message || error.name}`))

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
