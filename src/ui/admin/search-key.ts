const off = 'search-key-off'

/** Tells whether `/` leads to the search. A browser can turn it off, for people who dictate instead of typing. */
export function isSearchKeyOn(): boolean {
  try {
    return localStorage.getItem(off) === null
  } catch {
    // The storage may be blocked.
    return true
  }
}

export function switchSearchKey(isOn: boolean) {
  try {
    if (isOn) localStorage.removeItem(off)
    else localStorage.setItem(off, 'yes')
  } catch {
    // The storage may be blocked.
  }
}
