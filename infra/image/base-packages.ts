import type { Component } from './bill-of-materials.ts'

/**
 * The components of a Debian image with Node.
 * @param status the text of /var/lib/dpkg/status
 * @param release the text of /etc/os-release
 * @param node the version of Node, without `v`
 */
export function readBasePackages(status: string, release: string, node: string): Component[] {
  const system = readFields(release, '=')
  const distribution = `${system.ID}-${system.VERSION_ID}`
  const packages = status
    .split('\n\n')
    .map((paragraph) => readFields(paragraph, ': '))
    .filter(({ Status }) => Status?.endsWith(' installed'))
  return [
    component('operating-system', system.ID, system.VERSION_ID),
    component('application', 'node', node, `pkg:generic/node@${node}`),
    ...packages.map(({ Package: name, Version: version = '', Architecture: arch }) =>
      component(
        'library',
        name,
        version,
        `pkg:deb/${system.ID}/${name}@${encodeURIComponent(version)}?arch=${arch}&distro=${distribution}`,
      ),
    ),
  ]
}

function component(type: string, name = '', version = '', purl?: string): Component {
  return { 'bom-ref': purl ?? `${name}@${version}`, type, name, version, ...(purl && { purl }) }
}

/** The first line of each field; quotes are removed. */
function readFields(text: string, separator: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^\S/.test(line) && line.includes(separator))
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(separator)
      return [line.slice(0, at), line.slice(at + separator.length).replace(/^"(.*)"$/, '$1')]
    }),
  )
}
