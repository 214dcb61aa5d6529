/** What the engine of this machine can do */
export type Engine = {
  /** `docker buildx` is there */
  hasBuildx: boolean
  /** The driver of the current builder; undefined without buildx */
  driver: string | undefined
  /** The engine stores images of several platforms under one name (the containerd image store) */
  storesPlatforms: boolean
}

export type Facts = {
  version: string
  /** Undefined: not known */
  commit: string | undefined
  isDirty: boolean
  createdAt: Date
  /** Where others get the code; undefined: no label */
  source: string | undefined
  /** The name in a registry to which the image is pushed; undefined: it stays on this machine */
  push: string | undefined
  /** Arguments for the builder that we do not know */
  others: readonly string[]
}

export type Plan = {
  /** The arguments of `docker` */
  args: string[]
  env: Record<string, string>
  tags: string[]
  /** Undefined: that of this machine */
  platforms: string[] | undefined
  /** What was decided, in a sentence */
  sentence: string
}

const everywhere = ['linux/amd64', 'linux/arm64']
const localName = 'jaanch'

/** Why an image cannot be built as it is wanted, in a sentence; undefined: it can. */
export function findObstacle(
  { hasBuildx, driver, storesPlatforms }: Engine,
  facts: Facts,
): string | undefined {
  if (facts.push === undefined) return undefined
  if (facts.isDirty)
    return 'The checkout has changes that are not committed: commit them before you push an image of them.'
  if (!hasBuildx) return 'To push an image for several platforms, install docker buildx.'
  if (driver === 'docker' && !storesPlatforms)
    return 'This builder makes images of one platform only. Make another one: docker buildx create --use --driver docker-container'
  return undefined
}

/** How the image is built: by buildx for all platforms where the result can be kept, otherwise for the platform of this machine. */
export function planBuild(engine: Engine, facts: Facts): Plan {
  const name = facts.push ?? localName
  const tags = [`${name}:${facts.version}`, `${name}:latest`]
  const common = [
    ...['--file', 'infra/docker/Dockerfile', '--build-arg', `COMMIT=${codeOf(facts)}`],
    ...labelsOf(facts).flatMap((label) => ['--label', label]),
    ...tags.flatMap((tag) => ['--tag', tag]),
    ...facts.others,
    '.',
  ]
  if (!engine.hasBuildx) {
    return {
      args: ['build', ...common],
      env: { DOCKER_BUILDKIT: '0' },
      tags,
      platforms: undefined,
      sentence:
        'Building with the plain builder, for the platform of this machine only; docker buildx also builds for others.',
    }
  }
  if (facts.push === undefined && !engine.storesPlatforms) {
    return {
      args: ['buildx', 'build', '--load', ...common],
      env: {},
      tags,
      platforms: undefined,
      sentence:
        'Building with buildx, for the platform of this machine only: this engine keeps images of one platform (no containerd image store). --push builds for all.',
    }
  }
  return {
    args: [
      ...['buildx', 'build', facts.push === undefined ? '--load' : '--push'],
      ...['--platform', everywhere.join(',')],
      ...common,
    ],
    env: {},
    tags,
    platforms: everywhere,
    sentence: `Building with buildx, for ${everywhere.join(' and ')}.`,
  }
}

/** The commit as the image records it, which says if the code was changed after it */
export function codeOf({ commit, isDirty }: Pick<Facts, 'commit' | 'isDirty'>): string {
  return commit === undefined ? '' : `${commit}${isDirty ? '-dirty' : ''}`
}

function labelsOf(facts: Facts): string[] {
  const values = {
    version: facts.version,
    revision: codeOf(facts),
    created: facts.createdAt.toISOString(),
    source: facts.source ?? '',
  }
  const given = Object.entries(values).filter(([, value]) => value !== '')
  return given.map(([key, value]) => `org.opencontainers.image.${key}=${value}`)
}
