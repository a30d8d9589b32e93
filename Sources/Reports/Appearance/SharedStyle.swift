/// The style sheet that all pages share: text, links, controls, tiles and figures.
///
/// A page adds the rules of its own kind. Colours are those of ``PagePalette`` and sizes those of `PageSizes`; no
/// other rule contains any.
package enum SharedStyle {
  /// The whole sheet, with the declarations of colours and sizes.
  package static let sheet = PagePalette.declarations + "\(PageSizes.declarations)" + "\(rules)"

  private static let rules: StaticString = """
    *{box-sizing:border-box}
    [hidden]{display:none!important}
    body{margin:0;background:var(--paper);color:var(--ink);line-height:1.5;
    font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
    header,main,footer{max-width:76rem;margin:0 auto;padding:0 var(--s4)}
    main:focus,section:focus{outline:none}
    h1{font-size:var(--title);line-height:1.2;margin:2rem 0 var(--s2);overflow-wrap:anywhere}
    h2{font-size:var(--heading);line-height:1.3;margin:0 0 var(--s3)}
    h3{font-size:var(--subheading);line-height:1.3;margin:0 0 var(--s2);overflow-wrap:anywhere}
    p{margin:var(--s2) 0;max-width:44rem;overflow-wrap:anywhere}
    section{margin:var(--s6) 0 0;scroll-margin-top:var(--s4)}
    footer{color:var(--faint);font-size:var(--fine);margin-top:3rem;padding-bottom:2rem}
    a{color:var(--link);text-underline-offset:.15em}
    :is(a,summary,pre,button,input,select,.scroll):focus-visible,.keyed{outline:var(--focus);outline-offset:2px;
    border-radius:var(--corner)}
    .skip{position:absolute;left:-100rem;background:var(--paper);padding:var(--s2) var(--s4)}
    .skip:focus{left:1rem;top:var(--s2);z-index:9}
    .faint,figcaption,caption{color:var(--faint)}
    figure{margin:0;min-width:0}
    figcaption strong{color:var(--ink)}
    .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,11rem),1fr));gap:var(--s3);
    margin:var(--s4) 0;max-width:60rem}
    .tile{background:var(--card);border-radius:var(--round);padding:var(--s3) var(--s4);margin:0;min-width:0}
    .tile dt{color:var(--faint);font-size:var(--fine);overflow-wrap:anywhere}
    .tile dd{margin:0;font-size:var(--number);font-weight:650;line-height:1.3;font-variant-numeric:tabular-nums}
    .tile dd.long{font-size:1rem}
    .tile dd.note{font-size:var(--fine);font-weight:400;color:var(--faint)}
    details{margin:var(--s2) 0}
    summary{cursor:pointer;color:var(--link);padding:.2rem 0}
    .tag{display:inline-block;border:1px solid currentColor;border-radius:var(--pill);padding:0 .6rem;
    font-size:var(--fine);white-space:nowrap}
    .tag.wrong{color:var(--wrong)}
    .tag.near{color:var(--found)}
    code,pre{font-family:ui-monospace,"DejaVu Sans Mono",monospace}
    code{font-size:.9em;overflow-wrap:anywhere}
    button,select,input[type=number]{font:inherit;background:var(--paper);border:1px solid var(--faint);border-radius:var(--corner);
    min-height:var(--target)}
    button{color:var(--link);padding:var(--s1) .8rem;cursor:pointer}
    button:disabled{color:var(--faint);border-color:var(--rule);cursor:default}
    button[aria-pressed=true]{background:var(--link);color:var(--paper)}
    select,input[type=number]{color:var(--ink);padding:0 var(--s2)}
    input[type=range]{display:block;width:100%;height:1.5rem;accent-color:var(--link);cursor:pointer}
    input[type=checkbox]{accent-color:var(--link);width:1.25em;height:1.25em;vertical-align:-.25em}
    @media (forced-colors:active){.tile{border:1px solid var(--rule)}
    button[aria-pressed=true]{forced-color-adjust:none;background:Highlight;color:HighlightText}}

    """
}
