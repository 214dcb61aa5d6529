/**
 * `npm run image`: builds the image of all roles with the version of the release, `jaanch:<version>` and `jaanch:latest`, and writes
 * its bill of materials to dist, or another directory.
 *   npm run image -- --push registry.example/jaanch   builds for amd64 and arm64, and pushes
 *   npm run image -- --out /tmp/image
 *   npm run image -- -- --build-arg NODE_IMAGE=…      what follows the second -- goes to docker
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { inRepository, repository } from '../local/paths.ts'
import { orSentence, Problem } from '../local/problem.ts'
import { copyFromImage, findEngine, measure, tryReading } from './docker.ts'
import { codeOf, type Facts, findObstacle, planBuild } from './plan-build.ts'

await orSentence(async () => {
  const { facts, out } = readOptions()
  const engine = findEngine()
  const obstacle = findObstacle(engine, facts)
  if (obstacle) throw new Problem(obstacle)
  const { sentence, args, env, tags, platforms } = planBuild(engine, facts)
  const [image = ''] = tags
  console.log(`${image} of commit ${codeOf(facts) || 'unknown'}. ${sentence}`)
  const { status } = spawnSync('docker', args, {
    cwd: repository,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Problem('The image was not built: see above.')

  mkdirSync(out, { recursive: true })
  for (const platform of platforms ?? [undefined]) {
    const suffix = platform ? `-${platform.replace('/', '-')}` : ''
    const file = resolve(out, `jaanch-${facts.version}${suffix}.cdx.json`)
    copyFromImage(image, platform, '/app/sbom.cdx.json', file)
    console.log(
      `${JSON.parse(readFileSync(file, 'utf8')).components.length} components are listed in ${file}.`,
    )
  }
  const { own, total } = measure(image)
  console.log(`${tags.join(' and ')}: ${inMb(own)} above the base image, ${inMb(total)} in all.`)
})

function readOptions(): { facts: Facts; out: string } {
  const { values, positionals } = parseOptions()
  const { version, repository: source } = JSON.parse(readFileSync(inRepository('package.json'), 'utf8'))
  const facts = {
    version,
    commit: tryReading('git', 'rev-parse', 'HEAD'),
    isDirty: Boolean(tryReading('git', 'status', '--porcelain')),
    createdAt: new Date(),
    source: source?.url ?? source,
    push: values.push,
    others: positionals,
  }
  return { facts, out: values.out }
}

function parseOptions() {
  try {
    return parseArgs({
      options: { push: { type: 'string' }, out: { type: 'string', default: inRepository('dist') } },
      allowPositionals: true,
    })
  } catch (error) {
    throw new Problem((error as Error).message)
  }
}

function inMb(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`
}
