import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { findOnPath } from '../../process/commands.ts'
import { useTempDir } from '../../testing.ts'
import { findDataDirProblem } from './check.mjs'
import { format } from './contents.mjs'

const temp = useTempDir()
const check = (path: string, ownPostgres = true) => findDataDirProblem(path, { ownPostgres })
/** A path in the temporary directory. */
const at = (...names: string[]) => join(temp.path, ...names)

function write(name: string, content: string) {
  mkdirSync(join(at(name), '..'), { recursive: true })
  writeFileSync(at(name), content)
}

test('accepts a directory that does not exist, and makes it', () => {
  expect(check(at('a', 'b'))).toBeUndefined()
  expect(readdirSync(at('a', 'b'))).toEqual([])
})

test('says in one sentence what is wrong and what to do', () => {
  write('file', '')
  expect(check(at('file'))).toBe(
    `The data directory ${at('file')} cannot be used: ${at('file')} is not a directory. Choose another: DATA_DIR=/some/where npm start`,
  )
})

describe('a path that leads nowhere', () => {
  beforeEach(() => {
    write('file', '')
    symlinkSync('nowhere', at('dangling'))
    symlinkSync('loop', at('loop'))
    symlinkSync('there', at('here'))
    symlinkSync('here', at('there'))
  })

  test.each([
    ['a file', 'file', 'file is not a directory'],
    ['below a file', 'file/x/y', 'file is not a directory'],
    ['a symbolic link to nothing', 'dangling', 'nowhere, which does not exist'],
    ['below a symbolic link to nothing', 'dangling/x', 'nowhere, which does not exist'],
    ['a symbolic link to itself', 'loop', 'loop lead in a circle'],
    ['below a circle of symbolic links', 'here/x', 'here lead in a circle'],
    ['a name of 300 characters', 'x'.repeat(300), 'too long for the file system'],
    ['a path of 1,000 characters', 'x/'.repeat(500), 'longer than 800 bytes'],
    ['a control character', 'a\nb', 'contains a control character'],
    ['a home directory that no shell has replaced', '~/x', 'no shell has replaced ~'],
    ['a variable that no shell has replaced', '$HOME/x', 'no shell has replaced $HOME'],
    ['below devices', '/dev/null/x', '/dev/null is not a directory'],
    ['a device', '/dev/full', '/dev/full is not a directory'],
  ])('%s', (_, path, reason) => {
    const before = readdirSync(temp.path)
    expect(check(resolve(temp.path, path))).toContain(reason)
    expect(readdirSync(temp.path)).toEqual(before)
  })

  test
    .runIf(existsSync('/proc/self'))
    .each([['/proc/nothing'], ['/proc/nothing/data/deep'], ['/sys/nothing'], ['/proc/self/fd/x']])(
    '%s, where the kernel makes no directories',
    (path) => {
      expect(check(path)).toContain('takes no new files')
    },
  )
})

test('follows a symbolic link to a directory', () => {
  mkdirSync(at('there'))
  symlinkSync('there', at('here'))
  expect(check(at('here'))).toBeUndefined()
})

describe('a directory with files of others', () => {
  test.each([
    ['a home', ['.bashrc', 'letters'], '.bashrc, letters'],
    ['the repository', ['README.md', 'package.json', 'web', 'infra', 'docs'], ' …'],
    ['with a directory that is called like one of ours, such as /etc', ['redis', 'passwd'], 'passwd'],
  ])('is refused: %s', (_, names, shown) => {
    for (const name of names) write(`dir/${name}`, '')
    expect(check(at('dir'))).toContain("has files that are not Jaanch's")
    expect(check(at('dir'))).toContain(shown)
    expect(readdirSync(at('dir'))).toHaveLength(names.length)
  })

  test('is accepted if a stack has used it before', () => {
    write('dir/backups', '')
    write('dir/jaanch.json', JSON.stringify({ format, release: '0.2.0' }))
    expect(check(at('dir'))).toBeUndefined()
  })

  test('is accepted if only the file system put them there', () => {
    mkdirSync(at('dir', 'lost+found'), { recursive: true })
    expect(check(at('dir'))).toBeUndefined()
  })

  test('is refused before there are any, if it is for temporary files', () => {
    mkdirSync(at('tmp'))
    vi.stubEnv('TMPDIR', at('tmp'))
    expect(check(at('tmp'))).toContain('put their temporary files into it')
    expect(check(at('tmp', 'mine'))).toBeUndefined()
    vi.unstubAllEnvs()
  })
})

describe('a directory of another release', () => {
  test('that stores its data in a way that this one does not know is refused', () => {
    write('dir/jaanch.json', JSON.stringify({ format: format + 1, release: '9.1.0' }))
    expect(check(at('dir'))).toContain('made by Jaanch 9.1.0, which is newer')
  })

  test('that stores its data as this one does is accepted', () => {
    write('dir/jaanch.json', JSON.stringify({ format, release: '9.1.0' }))
    expect(check(at('dir'))).toBeUndefined()
  })

  test('with a cluster of another PostgreSQL is refused, unless its own PostgreSQL is not used', () => {
    write('dir/postgres/PG_VERSION', '99\n')
    expect(check(at('dir'))).toContain(
      `${at('dir', 'postgres')} holds a cluster of PostgreSQL 99, and this is 18`,
    )
    expect(check(at('dir'), false)).toBeUndefined()
  })
})

/** Mounts need root, and the capability for it, which containers lack. */
const unshare = findOnPath('unshare') ?? ''
const canMount = process.getuid?.() === 0 && spawnSync(unshare, ['--mount', 'true']).status === 0

describe.skipIf(!canMount)(`a disk${canMount ? '' : ' (skipped: this user may not mount one)'}`, () => {
  /** What a process answers that sees a small file system at `disk`: its mounts are its own and end with it. */
  function checkOnDisk(prepare: string, path = 'disk', ownPostgres = true): string {
    mkdirSync(at('disk'))
    const module = new URL('check.mjs', import.meta.url).href
    const script = `import { findDataDirProblem } from ${JSON.stringify(module)}
      console.log(findDataDirProblem(${JSON.stringify(at(path))}, { ownPostgres: ${ownPostgres} }))`
    const commands = `cd ${temp.path} && ${prepare} && exec ${process.execPath} --input-type=module --eval "$SCRIPT"`
    return execFileSync(unshare, ['--mount', 'sh', '-ec', commands], {
      env: { ...process.env, SCRIPT: script },
      encoding: 'utf8',
    }).trim()
  }

  test.each(['disk', 'disk/x'])('that is read-only is refused: %s', (path) => {
    expect(checkOnDisk('mount -t tmpfs -o ro none disk', path)).toContain(
      'disk is on a file system that is read-only',
    )
  })

  test('with little room is refused', () => {
    expect(checkOnDisk('mount -t tmpfs -o size=5m none disk')).toContain(
      'its disk has 5 MB left, and a stack needs 256 MB',
    )
  })

  test('with little room is enough for a stack that has a cluster, or needs none', () => {
    const prepare = 'mount -t tmpfs -o size=80m none disk'
    expect(checkOnDisk(`${prepare} && mkdir disk/postgres && echo 18 > disk/postgres/PG_VERSION`)).toBe(
      'undefined',
    )
    rmSync(at('disk'), { recursive: true })
    expect(checkOnDisk(prepare, 'disk', false)).toBe('undefined')
  })

  test('that is full is refused', () => {
    expect(
      checkOnDisk('mount -t tmpfs -o size=64k none disk && head -c 65536 /dev/zero > disk/stack.lock'),
    ).toContain('its disk has 0 MB left')
  })
})

/** Root may write everywhere: another user is asked, who must be able to run Node. */
const isRoot = process.getuid?.() === 0
const setpriv = findOnPath('setpriv') ?? ''
const asNobody = ['--reuid=65534', '--regid=65534', '--clear-groups', '--', process.execPath]
const hasOrdinaryUser = !isRoot || spawnSync(setpriv, [...asNobody, '--version']).status === 0

describe.skipIf(!hasOrdinaryUser)(
  `an ordinary user${hasOrdinaryUser ? '' : ' (skipped: none can run Node here)'}`,
  () => {
    function checkAsUser(path: string): string {
      if (!isRoot) return String(check(path))
      // the repository may be closed to that user
      cpSync(resolve(import.meta.dirname, '..'), at('bootstrap'), { recursive: true })
      chmodSync(temp.path, 0o755)
      const script = `import { findDataDirProblem } from ${JSON.stringify(at('bootstrap/data-dir/check.mjs'))}
        console.log(findDataDirProblem(${JSON.stringify(path)}, { ownPostgres: true }))`
      const args = [...asNobody, '--input-type=module', '--eval', script]
      return execFileSync(setpriv, args, { encoding: 'utf8', env: {}, cwd: '/' }).trim()
    }

    function makeOwned(name: string, mode: number) {
      mkdirSync(at(name))
      if (isRoot) execFileSync('chown', ['65534:65534', at(name)])
      chmodSync(at(name), mode)
    }

    test.each([
      ['write', 0o500],
      ['read', 0o300],
      ['enter', 0o600],
    ])('may not use a directory that they may not %s', (_, mode) => {
      makeOwned('dir', mode)
      expect(checkAsUser(at('dir'))).toMatch(/the user \S+ may not write in/)
    })

    test('may not make a directory where they may not write', () => {
      makeOwned('dir', 0o500)
      expect(checkAsUser(at('dir', 'x'))).toContain(`may not write in ${at('dir')}`)
    })

    test('may use a directory of their own', () => {
      makeOwned('dir', 0o700)
      expect(checkAsUser(at('dir'))).toBe('undefined')
    })

    test('may not use what another user started', () => {
      makeOwned('dir', 0o700)
      write('dir/postgres-password', 'secret')
      chmodSync(at('dir/postgres-password'), isRoot ? 0o600 : 0)
      expect(checkAsUser(at('dir'))).toContain(
        `may not read and write ${at('dir', 'postgres-password')}, which another user made`,
      )
    })
  },
)

test('leaves no file of the trial', () => {
  check(at('dir'))
  expect(readdirSync(at('dir'))).toEqual([])
  expect(statSync(at('dir')).isDirectory()).toBe(true)
})
