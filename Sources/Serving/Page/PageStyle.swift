/// The style sheet of the built-in page; custom properties alone move the figures.
///
/// The colours are those of the other pages; see `PagePalette` in Reports.
enum PageStyle {
  static let text: StaticString = #"""
    :root{color-scheme:light dark;--paper:#ffffff;--card:#f6f5f9;--ink:#1b1a22;--faint:#57546a;--link:#0a4fa3;
    --rule:#d8d5e2;--finish:#0a4fa3;--stay:#a03c00;--wrong:#b00035;--found:#00695a;
    --stage:#e9e7f1;--screen:#fdfcff;--shade:#cfcadd;--first:#5b6cff;--second:#00a08a;--third:#ff8a3c;
    --f:var(--pantograph-fraction,0);--inside:clamp(0,var(--f),1)}
    @media (prefers-color-scheme:dark){:root{--paper:#131218;--card:#1d1b25;--ink:#f0eef6;--faint:#b3afc4;--link:#8cc4ff;
    --rule:#3a3746;--finish:#7fc0ff;--stay:#ffae66;--wrong:#ff8fa8;--found:#6fe0c4;
    --stage:#0c0b11;--screen:#262330;--shade:#4b465c;--first:#7f8cff;--second:#2cc4ab;--third:#ffa05e}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--paper);color:var(--ink);line-height:1.5;
    font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
    header,main,footer{max-width:76rem;margin:0 auto;padding:0 1rem}
    header{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 1rem;padding-top:1.5rem}
    h1{font-size:1.75rem;line-height:1.2;margin:0;overflow-wrap:anywhere}
    h2{font-size:1.15rem;line-height:1.3;margin:0 0 .6rem}
    p{margin:.4rem 0}
    section{margin:1.75rem 0 0}
    section:focus{outline:none}
    footer{color:var(--faint);font-size:.85rem;margin-top:2.5rem;padding-bottom:2rem}
    a:focus-visible,summary:focus-visible,pre:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:.2rem}
    .skip{position:absolute;left:-100rem;background:var(--paper);color:var(--link);padding:.5rem 1rem}
    .skip:focus{left:1rem;top:.5rem;z-index:9}
    #gesture{flex-basis:100%;margin:0;color:var(--faint)}
    #state{margin:0;border:1px solid currentColor;border-radius:1rem;padding:0 .7rem;font-size:.9rem;color:var(--faint)}
    #state::before{content:"";display:inline-block;width:.6em;height:.6em;border-radius:50%;margin-right:.45em;background:currentColor}
    #state[data-state=following]{color:var(--found)}
    #state[data-state=lost],#state[data-state=refused]{color:var(--wrong)}
    #state[data-state=lost]::before,#state[data-state=refused]::before{border-radius:0}

    .figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,16rem),1fr));gap:1rem;margin-top:1.25rem}
    figure{margin:0;min-width:0}
    figcaption{color:var(--faint);margin:.4rem .2rem 0}
    figcaption strong{color:var(--ink);margin-right:.3rem}
    .stage{position:relative;height:17rem;overflow:hidden;border-radius:1rem;background:var(--stage);contain:strict}
    .stage i,.stage b,.stage u{display:block;border-radius:.3rem;background:var(--shade)}
    .stage b{height:.6rem;width:70%;margin-top:.7rem}
    .stage b:last-child{width:45%}

    .card{position:absolute;inset:1.5rem calc(50% - 6.5rem);border-radius:1rem;padding:1rem;background:var(--screen);
    box-shadow:0 .2rem .9rem #0003}
    .card i{height:60%;border-radius:.6rem;background:var(--first)}
    .card.under i{background:var(--second)}
    .card.under{scale:calc(.9 + .1*var(--inside));opacity:calc(.55 + .45*var(--inside))}
    .card.over{translate:calc(var(--f)*17rem) calc(var(--f)*var(--f)*1rem);rotate:calc(var(--f)*11deg)}

    .room{position:absolute;inset:0;padding:1.25rem}
    .room i{height:42%;border-radius:.6rem;background:var(--second)}
    .dim{position:absolute;inset:0;background:#000;opacity:calc(.45*var(--inside))}
    .sheet{position:absolute;left:4%;right:4%;top:100%;height:130%;padding:.6rem 1.25rem;background:var(--screen);
    border-radius:1.1rem;box-shadow:0 -.1rem .9rem #0004;translate:0 calc(-2.6rem - var(--f)*11.4rem)}
    .sheet u{width:2.6rem;height:.3rem;margin:0 auto 1.3rem}
    .sheet b:last-child{width:55%}

    .list{position:absolute;inset:1.25rem;display:grid;gap:.7rem;align-content:start;filter:blur(calc(.4rem*var(--inside)));
    opacity:calc(1 - .35*var(--inside))}
    .list p{display:flex;align-items:center;gap:.8rem;margin:0;padding:.55rem .7rem;border-radius:.7rem;background:var(--screen)}
    .list i{flex:none;width:2.2rem;height:2.2rem;border-radius:.5rem}
    .list b:last-child{width:60%;margin:0}
    .preview{position:absolute;left:50%;top:50%;width:5.6rem;height:5.6rem;margin:-2.8rem;border-radius:.8rem;background:var(--third);
    scale:calc(.62 + 1.38*max(var(--f),-.3));box-shadow:0 .2rem calc(.4rem + 1.1rem*var(--inside)) #0005}
    .preview i{position:absolute;left:18%;right:18%;bottom:18%;height:36%;border-radius:50% 50% .3rem .3rem;background:#fff9}
    .preview::after{content:"";position:absolute;left:50%;top:17%;width:26%;height:26%;margin-left:-13%;border-radius:50%;background:#fff9}

    .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,9rem),1fr));gap:.75rem;margin:0 0 .75rem}
    .tile{background:var(--card);border-radius:.6rem;padding:.6rem .9rem;min-width:0}
    .tile dt{color:var(--faint);font-size:.9rem;overflow-wrap:anywhere}
    .tile dd{margin:0;font-size:1.5rem;font-weight:650;line-height:1.3;font-variant-numeric:tabular-nums}
    .tile dd.note{font-size:.85rem;font-weight:400;color:var(--faint)}
    .meter{display:block;position:relative;height:.4rem;margin:.45rem 0;border-radius:.2rem;background:var(--rule);overflow:hidden}
    .meter::before{content:"";position:absolute;inset:0;background:var(--found);transform-origin:left;scale:var(--inside) 1}
    #curve{display:block;width:100%;height:13rem;background:var(--card);border-radius:.6rem}
    #decision{font-size:1.2rem;font-weight:600;overflow-wrap:anywhere}
    #decision[data-outcome=finish]{color:var(--finish)}
    #decision[data-outcome=cancel],#decision[data-outcome=snap]{color:var(--stay)}
    #decisions{list-style:none;margin:0;padding:0;color:var(--faint)}
    summary{cursor:pointer;color:var(--link);padding:.2rem 0}
    pre{background:var(--card);border-radius:.6rem;padding:.8rem 1rem;overflow-x:auto;font-size:.85rem}
    code,pre{font-family:ui-monospace,"DejaVu Sans Mono",monospace}
    code{font-size:.85em;overflow-wrap:anywhere}
    @media (max-width:36rem){.tiles:first-of-type{grid-template-columns:repeat(3,1fr);gap:.5rem}
    .tiles:first-of-type .tile{padding:.5rem .6rem}.tiles:first-of-type dd:not(.note){font-size:1.15rem}.stage{height:15rem}
    .sheet{translate:0 calc(-2.6rem - var(--f)*9.6rem)}.card{inset:1.25rem calc(50% - 6rem)}}

    """#
}
