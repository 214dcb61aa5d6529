// The first script of every page, inlined by the build (build/pages.ts): it runs before anything is painted and needs no request.
// `__PAGE__` is what the build knows about the page (PageNotes).
;(({ visitor, signedIn, late, rendered, styles }) => {
  let theme = null
  let token = null
  let city = null
  try {
    theme = localStorage.getItem('theme')
    token = localStorage.getItem('auth_token')
    city = JSON.parse(localStorage.getItem('city'))
  } catch {
    // Storage can be blocked: the system's preference decides.
  }
  const { classList } = document.documentElement
  // Before the first paint, so that a dark page does not flash white …
  const dark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  classList.toggle('dark', dark)
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#0d1719' : '#f6faf9')
  // … and a signed-in user does not see the landing page before the redirect.
  classList.toggle('leaving-landing', token !== null)

  function add(name, attributes) {
    document.head.append(Object.assign(document.createElement(name), attributes))
  }
  function preloadModule(href) {
    add('link', { rel: 'modulepreload', crossOrigin: '', href })
  }
  function start(scripts) {
    for (const src of scripts) preloadModule(src)
    if (scripts[0]) add('script', { type: 'module', crossOrigin: '', src: scripts[0] })
  }

  // The styles are inlined in the page. A chunk that imports a style sheet finds this link and does not fetch the sheet.
  for (const href of styles) add('link', { rel: 'stylesheet', disabled: true, href })

  const path = location.pathname.replace(/^\/book\/.+/, '/book/')
  const page = token ? (signedIn[path] ?? signedIn['*']) : visitor[path]
  for (const href of page?.chunks ?? []) preloadModule(href)
  // Requests the user and the page's data while the scripts load; lib/http/call.ts uses the responses. With a query the page
  // shows something else, so only the user is requested.
  if (token) {
    const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` }
    const responses = new Map()
    for (const call of ['/api/users/me', ...(location.search ? [] : (page?.calls ?? []))]) {
      // with the city of the last time, exactly as the page asks (lib/location/last-city.ts, lib/http/url.ts)
      const query = typeof city === 'string' ? `?${new URLSearchParams({ city })}` : ''
      const url = call.replace(/\?city=$/, query)
      const response = fetch(url, { headers, credentials: 'include' })
      // A failed response is removed, so that the page requests it again.
      const remove = () => responses.delete(url)
      response.then(({ ok }) => ok || remove(), remove)
      responses.set(url, response)
    }
    globalThis.preloadedCalls = { token, responses }
  }

  // A prerendered page can be read without its scripts: they load after its content is painted and do not compete with it.
  if (token) start(late)
  else if (late.length) {
    let started = false
    function startOnce() {
      if (!started) start([...late, ...rendered])
      started = true
    }
    // A background page is not painted, and some browsers do not report the paint.
    addEventListener('load', () => setTimeout(startOnce, 2_000))
    if (document.hidden || !globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint'))
      startOnce()
    else {
      // the first paint may be of the background alone
      const observer = new PerformanceObserver((list) => {
        if (list.getEntriesByName('first-contentful-paint').length) startOnce()
      })
      observer.observe({ type: 'paint', buffered: true })
    }
  }
})(__PAGE__)
