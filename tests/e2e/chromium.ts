import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import tests from '../package.json' with { type: 'json' }

const version = tests.devDependencies['@sparticuz/chromium']

export type Chromium = { executablePath: string; env: Record<string, string> }

/**
 * Unpacks the Chromium of the npm package once, beside the packages. It unpacks into another folder and renames it, so that a
 * killed run leaves no incomplete browser. It brings its libraries, because a minimal Debian lacks them.
 */
export async function unpackChromium(): Promise<Chromium> {
  const home = resolve(import.meta.dirname, `../../node_modules/.cache/chromium-${version}`)
  if (!existsSync(home)) await unpackInto(home)
  return {
    executablePath: `${home}/chromium`,
    env: {
      LD_LIBRARY_PATH: `${home}/al2023/lib`,
      FONTCONFIG_PATH: `${home}/fonts`,
      VK_ICD_FILENAMES: `${home}/vk_swiftshader_icd.json`,
    },
  }
}

async function unpackInto(home: string): Promise<void> {
  const aside = `${home}.${process.pid}`
  const { TMPDIR, AWS_LAMBDA_JS_RUNTIME } = process.env
  try {
    await mkdir(aside, { recursive: true })
    // the package unpacks into the temporary directory, and unpacks its libraries only if it detects a Lambda
    Object.assign(process.env, { TMPDIR: aside, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' })
    const { default: chromium } = await import('@sparticuz/chromium')
    await chromium.executablePath()
    await writeFile(`${aside}/fonts/fonts.conf`, fontsConfiguration(home))
    await rename(aside, home)
  } finally {
    restore({ TMPDIR, AWS_LAMBDA_JS_RUNTIME })
    await rm(aside, { recursive: true, force: true })
  }
}

/** The function of the package returns directories of a Lambda. */
function fontsConfiguration(home: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${home}/fonts/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${home}/fonts/cache</cachedir>
</fontconfig>
`
}

function restore(variables: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
}
