// The first script of every page, put into it when the client is built (build/pages.ts): nothing is painted before it
// ran, and nobody waits for it to come. `__PAGE__` is what the build knows of the page (PageNotes).
;(({ visitor, signedIn, late, rendered, styles }) => {
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

  function add(name, attributes) {
    document.head.append(Object.assign(document.createElement(name), attributes))
  }
  function announce(href) {
    add('link', { rel: 'modulepreload', crossOrigin: '', href })
  }
  function start(scripts) {
    for (const src of scripts) announce(src)
    if (scripts[0]) add('script', { type: 'module', crossOrigin: '', src: scripts[0] })
  }

  // A chunk that names a style sheet finds it here, and does not fetch what the page brought.
  for (const href of styles) add('link', { rel: 'stylesheet', disabled: true, href })

  const path = location.pathname.replace(/^\/book\/.+/, '/book/')
  const known = token ? (signedIn[path] ?? signedIn['*']) : visitor[path]
  for (const href of known?.chunks ?? []) announce(href)
  // Who is signed in, and what their page shows, is asked while the scripts are on their way; lib/http/preload.ts takes
  // the answers. An address with a query shows something else.
  if (token) {
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` }
    const answers = new Map()
    for (const url of ['/api/users/me', ...(location.search ? [] : (known?.asks ?? []))]) {
      const answer = fetch(url, { headers, credentials: 'include' })
      // a failure is nobody's answer: who asks then asks anew
      const leave = () => answers.delete(url)
      answer.then(({ ok }) => ok || leave(), leave)
      answers.set(url, answer)
    }
    globalThis.preloadedCalls = { token, answers }
  }

  // A rendered page is read before its scripts are needed: they leave it the line and the processor until it is painted.
  if (token) start(late)
  else if (late.length) {
    let started = false
    function startOnce() {
      if (!started) start([...late, ...rendered])
      started = true
    }
    // a page in the background is not painted, and not every browser tells
    addEventListener('load', () => setTimeout(startOnce, 2_000))
    if (document.hidden || !globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint'))
      startOnce()
    else new PerformanceObserver(startOnce).observe({ type: 'paint', buffered: true })
  }
})(__PAGE__)
