/// The sizes of all pages as custom properties: of text, of spaces between things, and of corners.
///
/// They are relative to the reader's font size.
enum PageSizes {
  static let declarations: StaticString = """
    :root{--title:1.75rem;--number:1.5rem;--heading:1.3rem;--subheading:1.05rem;--small:.9rem;--fine:.85rem;
    --s1:.25rem;--s2:.5rem;--s3:.75rem;--s4:1rem;--s5:1.5rem;--s6:2.5rem;
    --corner:.4rem;--round:.6rem;--pill:1rem;--focus:3px solid var(--link);--target:2rem}

    """
}
