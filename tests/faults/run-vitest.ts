import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The report of Vitest's JSON reporter, as far as it is read here. */
type Report = {
  testResults: {
    name: string
    status: 'passed' | 'failed'
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

export type Outcome = {
  hasPassed: boolean
  /** The first test that failed because something was not as it expected; undefined: none did */
  failedTest: string | undefined
  /** What Vitest printed, for a failure in which no test failed */
  output: string
}

function projectOf(file: string): string {
  if (file.startsWith('web/')) return 'web'
  return file.endsWith('.int.test.ts') ? 'integration*' : 'unit'
}

export function needsServers(file: string): boolean {
  return projectOf(file) === 'integration*'
}

/** Runs test files of a tree until the first failure. @param environment names the servers that the integration tests use */
export async function runVitest(
  tree: string,
  files: readonly string[],
  environment: Record<string, string>,
): Promise<Outcome> {
  const reportFile = join(tree, 'fault-report.json')
  rmSync(reportFile, { force: true })
  const projects = [...new Set(files.map(projectOf))].flatMap((project) => ['--project', project])
  const reporters = ['--reporter', 'default', '--reporter', 'json', '--outputFile.json', reportFile]
  const program = join(tree, 'node_modules/vitest/vitest.mjs')
  const child = spawn(
    process.execPath,
    [program, 'run', '--bail', '1', ...projects, ...reporters, ...files],
    {
      cwd: tree,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  child.on('error', reject).on('close', resolve)
  const code = await promise
  return { hasPassed: code === 0, failedTest: code === 0 ? undefined : failedTestOf(reportFile), output }
}

/** A file that cannot be loaded has no failed test, and a text that is no program proves nothing. */
function failedTestOf(reportFile: string): string | undefined {
  if (!existsSync(reportFile)) return undefined
  const { testResults } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .find(
      ({ status, failureMessages }) =>
        status === 'failed' && failureMessages.some((message) => !/^(Syntax|Reference)Error/.test(message)),
    )
  return failed?.fullName
}
