// The first script of every page, put into it when the client is built (build/pages.ts): nothing is painted before it
// ran, and nobody waits for it to come. `__PAGE__` is what the build knows of the page:
// { chunks: the chunks of each path, late: the scripts that may come after the first paint }.
;(({ chunks, late }) => {
  let choice = null
  let token = null
  try {
    choice = localStorage.getItem('theme')
    token = localStorage.getItem('auth_token')
  } catch {
    // Storage may be blocked: the system's preference then decides.
  }
  const { classList } = document.documentElement
  // A dark page never flashes white,
  const dark = choice ? choice === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  classList.toggle('dark', dark)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#0d1719' : '#f6faf9')
  // and who is signed in never sees the landing page on the way to their own.
  classList.toggle('leaving-landing', token !== null)

  function announce(href) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
    )
  }
  function start(scripts) {
    for (const src of scripts) announce(src)
    const [main] = scripts
    if (main) {
      document.head.append(
        Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: main }),
      )
    }
  }

  // Who is signed in is asked while the scripts are on their way (lib/api/asked-early.ts takes the answer).
  if (token) {
    const url = '/api/users/me'
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` }
    const answer = fetch(url, { headers, credentials: 'include' })
    answer.catch(() => {})
    globalThis.askedEarly = { url, token, answer }
  }
  for (const href of chunks[location.pathname.replace(/^\/book\/.+/, '/book/')] ?? []) announce(href)

  // A rendered page is read before its scripts are needed: they leave it the line and the processor until it is painted.
  if (token) start(late)
  else addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => setTimeout(start, 0, late)))
})(__PAGE__)
