/// The style sheet of the status page.
enum StatusPageStyle {
    /// What the page's security policy knows the sheet by: SHA-256 of its bytes, in base 64.
    static let hash = "sha256-P5XXxuIOtHpJ5+0TkDjbmcYvoNrcNEFyOCh5/Ju5mM0="

    static let sheet: HTML = """
        :root{--back:#f6f8fa;--card:#fff;--line:#d0d7de;--text:#1f2328;--quiet:#59636e;\
        --good:#1a7f37;--goodback:#dafbe1;--warn:#7d4e00;--warnmark:#bf8700;--warnback:#fff8c5;\
        --bad:#b3141f;--badback:#ffebe9;--neutral:#afb8c1;--neutralback:#eaeef2;--link:#0550ae}
        @media (prefers-color-scheme:dark){:root{--back:#0d1117;--card:#151b23;--line:#3d444d;\
        --text:#f0f6fc;--quiet:#9198a1;--good:#3fb950;--goodback:#12261e;--warn:#e3b341;\
        --warnmark:#d29922;--warnback:#272115;--bad:#ff7b72;--badback:#2d1416;\
        --neutral:#4d5661;--neutralback:#212830;--link:#79b8ff}}
        *{box-sizing:border-box}
        body{margin:0 auto;max-width:76rem;padding:1rem;background:var(--back);color:var(--text);\
        font:1rem/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;\
        font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
        h1{margin:0;font-size:1.35rem}
        h2{margin:0;font-size:1.2rem}
        h3{margin:0;font-size:1rem}
        p,ul,dl,dd,figure{margin:0}
        a{color:var(--link)}
        code{font:.85em ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
        time{white-space:nowrap}
        .quiet{color:var(--quiet)}
        .top{display:flex;flex-wrap:wrap;align-items:baseline;gap:.5rem 1rem;margin-bottom:1rem}
        .top .quiet{margin-left:auto}
        nav{display:flex;flex-wrap:wrap;gap:0 1rem}
        nav a,.top p a{padding:.35rem 0}
        footer.card{margin-top:1rem}
        footer dt{font-weight:600;margin-top:.4rem}
        footer nav{margin:.4rem 0}
        .notice{color:var(--warn);font-weight:600}
        .banner,.card{border:1px solid var(--line);border-radius:.6rem;padding:.8rem 1rem}
        .banner{border-left-width:.4rem;margin-bottom:1rem}
        .banner.good{border-color:var(--good);background:var(--goodback)}
        .banner.warning{border-color:var(--warnmark);background:var(--warnback)}
        .banner.bad{border-color:var(--bad);background:var(--badback)}
        .banner.neutral{background:var(--neutralback)}
        .banner ul{padding-left:1.2rem;margin-top:.3rem}
        .banner li{padding:.2rem 0}
        .banner a,.item header a,dd a{padding:.35rem 0}
        .banner li.bad{color:var(--bad);font-weight:600}
        .banner li.warning{color:var(--warn)}
        .bases,.others{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,\
        minmax(min(100%,28rem),1fr));align-items:start}
        .others{margin-top:1rem}
        .card{background:var(--card)}
        .card>header{display:flex;align-items:center;gap:.7rem;margin-bottom:.6rem}
        .base h2{font-size:1.6rem;letter-spacing:.02em}
        .pill{border-radius:1rem;padding:.1rem .7rem;font-size:.9rem;font-weight:600}
        .pill.good{color:var(--good);background:var(--goodback)}
        .pill.warning{color:var(--warn);background:var(--warnback)}
        .pill.bad{color:var(--bad);background:var(--badback)}
        .pill.neutral{color:var(--quiet);background:var(--neutralback)}
        dd .good{color:var(--good);font-weight:600}
        .bad,dd .bad{color:var(--bad)}
        .base>p{padding-bottom:.6rem}
        .group{color:var(--text);padding:.5rem 0 .7rem;border-top:1px solid var(--line)}
        .context{font-size:.9rem;color:var(--quiet)}
        .context b{color:var(--text)}
        .age{margin-top:.3rem}
        .group.bad .age{color:var(--bad)}
        .bar{display:block;width:100%;height:.4rem;border-radius:.2rem;margin:.2rem 0 .6rem}
        .track{fill:var(--neutralback)}
        .good .used{fill:var(--good)}
        .bad .used{fill:var(--bad)}
        .rates{display:grid;gap:0 1.25rem;grid-template-columns:repeat(auto-fill,\
        minmax(min(100%,8.5rem),1fr))}
        .rates div{display:flex;justify-content:space-between;align-items:baseline;gap:.7rem;\
        border-bottom:1px dotted var(--line);padding:.15rem 0}
        .rates dt{flex:none;font-weight:600}
        .rates .long{grid-column:1/-1}
        .rates dd{font-size:1.1rem;text-align:right}
        .strip{padding:.6rem 0;border-top:1px solid var(--line)}
        .strip svg{display:block;width:100%;height:1.6rem}
        .strip rect.good{fill:var(--good)}
        .strip rect.warning{fill:var(--warnmark)}
        .strip rect.bad{fill:var(--bad)}
        .strip rect.neutral{fill:var(--neutral)}
        .strip figcaption{font-size:.9rem;color:var(--quiet);margin-top:.2rem}
        .facts{display:grid;gap:.5rem 1.5rem;grid-template-columns:repeat(2,minmax(0,1fr))}
        .alerts,.line{margin-bottom:1rem}
        .items{display:grid;gap:.8rem 1.5rem;align-items:start;list-style:none;padding:0}
        .alerts .items{grid-template-columns:repeat(auto-fit,minmax(min(100%,28rem),1fr))}
        .receiver .items{padding-bottom:.8rem}
        .item{border-left:.25rem solid var(--neutral);padding-left:.7rem;color:var(--text)}
        .item.bad{border-color:var(--bad)}
        .item.warning{border-color:var(--warnmark)}
        .item header{display:flex;flex-wrap:wrap;align-items:center;gap:.1rem .7rem}
        .item p{font-size:.9rem;margin-top:.2rem}
        .item .summary{font-size:1rem;font-weight:600}
        .item.bad .summary,.item.bad .bad{color:var(--bad)}
        .facts .wide{grid-column:1/-1}
        .facts dt{font-size:.85rem;color:var(--quiet)}

        """
}
